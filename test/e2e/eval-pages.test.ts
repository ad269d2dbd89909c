/** The pages of evaluations in Chromium. Texts of scenarios, agents and persons run nothing. */
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import type { EvalRunView } from '../../modules/eval/contract/run-view.js';
import { describeCloudOnSqlite } from '../describe-cloud.js';
import { Inbox } from '../inbox.js';
import { until } from '../until.js';
import { describeWithChromium, openChromium, openWindow, type Window } from './chromium.js';
import { factsOf, signInAt, SOUND, WIDTHS } from './page-facts.js';
import {
  ADMIN,
  newRepository,
  openRegistryServer,
  type RegistryServer,
} from './registry-server.js';
import { teaCriteria } from './tea-criteria.js';
import { writeFiles } from './write-files.js';

const BOB = { email: 'bob@example.com', password: 'battery horse correct' };
const HOSTILE = '<img src=x onerror="window.ran=1"></textarea></pre><script>window.ran=1</script>';
/** Names of folders in archives have no angle brackets. */
const SCENARIO = "pot &lt;b&gt; ' {{ 7 }} tea";
const LONG = 'x'.repeat(300);
const NARROW = 320;

const SKILL = `---
name: tea
description: Makes tea. Use when somebody is thirsty.
---

# Tea

Every pot of this house is filled with sencha from the third drawer on the left.
`;

/** With the skill, which it is told to read, the agent knows the leaf. */
const steps = [
  { print: `${HOSTILE} ${LONG}` },
  {
    when: {
      said: 'Before you begin',
      then: [
        { run: "find . -name SKILL.md -exec cat '{}' +" },
        { write: { path: 'tea.txt', content: `sencha\n${HOSTILE} ${LONG}\n` } },
      ],
      else: [{ write: { path: 'tea.txt', content: 'water\n' } }],
    },
  },
  { answer: `Served. ${HOSTILE}` },
];
const taskOf = (script: readonly object[]) =>
  `Fill the pot: write what is in it to \`tea.txt\`. ${HOSTILE} ${LONG}\n\n\`\`\`script\n${JSON.stringify(script)}\n\`\`\`\n`;

const LEAF = `The leaf of the house ${HOSTILE}`;
const criteria = JSON.stringify(teaCriteria('sencha', LEAF));
const scenario = (script: readonly object[]) => ({
  'task.md': taskOf(script),
  'criteria.json': criteria,
});

describeWithChromium('the pages of evaluations in a browser', () => {
  describeCloudOnSqlite('with a worker', (database) => {
    let registry: RegistryServer;
    let inbox: Inbox;
    let browser: Browser;
    let window: Window;
    let page: Page;
    let plugin: string;

    beforeAll(async () => {
      inbox = await Inbox.open();
      const key = randomBytes(32).toString('base64');
      registry = await openRegistryServer(database, {
        env: { ...inbox.env(), SVC_SECRET_KEY: key },
      });
      plugin = await newRepository(registry.program, 'kitchen');
      const manifest = { name: 'acme/kitchen', version: '1.0.0', description: 'Kitchen.' };
      await writeFiles(plugin, {
        '.svc-plugin/plugin.json': JSON.stringify(manifest),
        'skills/tea/SKILL.md': SKILL,
      });
      await writeFiles(join(plugin, 'evals', SCENARIO), scenario(steps));
      const broken = { ...scenario([]), 'setup.sh': `#!/bin/sh\necho '${HOSTILE}' >&2\nexit 3\n` };
      await writeFiles(join(plugin, 'broken', SCENARIO), broken);
      await writeFiles(join(plugin, 'slow/pot'), scenario([{ sleep: 600 }]));
      await registry.svc(['project', 'create', '--workspace', 'acme', 'kitchen'], plugin);
      browser = await openChromium();
      // the pages must do without scripts, and hostile ones would have to be noticed
      window = await openWindow(browser, { acceptDownloads: true });
      ({ page } = window);
      page.setDefaultTimeout(10_000);
      await signInAt(page, registry.server.origin, ADMIN);
    });
    afterAll(async () => {
      await browser.close();
      await registry.close();
      await inbox.stop();
    });

    /** Evaluates a folder of scenarios; answers the run as it was begun. */
    const begin = async (folder: string, label: string) => {
      const args = ['eval', 'run', folder, '--agent', 'scripted', '--label', label, '--yes'];
      const [run] = await registry.json<readonly { evalRunId: string }[]>(args, plugin);
      return run?.evalRunId ?? '';
    };
    const view = async (id: string): Promise<EvalRunView> => {
      const { stdout } = await registry.program.run(['eval', 'view', '--wait', '--json', id]);
      return JSON.parse(stdout) as EvalRunView;
    };
    const at = (path: string) => page.goto(`${registry.server.origin}${path}`);
    const text = () => page.locator('main').innerText();
    const click = (name: string) => page.getByRole('button', { name }).click();
    const follow = (name: string) => page.getByRole('link', { name }).first().click();
    const points = () => page.getByRole('textbox', { name: 'Points', exact: true });
    const soundAtAllWidths = async () => {
      for (const width of [NARROW, ...WIDTHS]) {
        await page.setViewportSize({ width, height: 700 });
        expect({ width, ...(await factsOf(page)) }).toMatchObject({ width, ...SOUND });
      }
    };
    /** What the person reaches by the key Tab. */
    const reached = async (): Promise<readonly string[]> => {
      const names: string[] = [];
      await page.evaluate('document.activeElement.blur()');
      for (;;) {
        await page.keyboard.press('Tab');
        const name = await page.evaluate<string>(
          `(() => { const e = document.activeElement; return e === document.body ? '' : e.getAttribute('aria-label') ?? (e.labels?.[0] ?? e).textContent.trim(); })()`,
        );
        if (name === '' || names.length > 100) return names;
        names.push(name);
      }
    };

    it('say what to do where there are no evaluations', async () => {
      await follow('Runs');
      await page.waitForURL('**/runs');
      expect(await text()).toContain('Nothing has run in this workspace yet.');
      expect(await text()).toContain('svc eval run');
      await soundAtAllWidths();
    });

    it('are switched off for a workspace, and on again', async () => {
      await page.goto(`${registry.server.origin}/workspaces/acme`);
      await page.getByRole('link', { name: 'Evaluations', exact: true }).click();
      await page.waitForURL('**/workspaces/acme/evals');
      for (const state of ['off', 'on']) {
        await page.getByRole('button', { name: `Switch evaluations ${state}` }).click();
        await page.getByText(`Evaluations are ${state}.`).waitFor();
        expect(await factsOf(page)).toMatchObject(SOUND);
      }
    });

    it('show a run with its verdict, and lead to each solution', async () => {
      const id = await begin('.', `Tea ${HOSTILE} ${LONG.slice(200)}`);
      expect(await view(id)).toMatchObject({ status: 'completed', verdict: { lift: 75 } });
      await at('/evals');
      expect(await text()).toContain(HOSTILE);
      await soundAtAllWidths();
      await page.getByRole('link', { name: 'Failed' }).click();
      await page.getByText('There are no such runs in this workspace.').waitFor();
      await page.getByRole('link', { name: 'Done' }).click();
      await follow(HOSTILE);
      await page.waitForURL(`**/evals/${id}`);
      expect(await text()).toMatch(/Underpowered[^]*lift \+75\.0 percentage points/);
      await soundAtAllWidths();
      const row = page.getByRole('region', { name: 'Solutions' }).locator('tbody tr');
      expect(await row.innerText()).toMatch(/tea\s+25%\s+100%\s+\+75\.0/);
      expect(await reached()).toEqual(
        expect.arrayContaining([
          'Statistics',
          'Solutions',
          `${SCENARIO}, Baseline, repeat 1: 25%`,
          `${SCENARIO}, With context, repeat 1: 100%`,
          'Download the report',
        ]),
      );
    });

    it('show what an agent did, and why it has its points', async () => {
      await page.getByRole('link', { name: 'With context, repeat 1' }).click();
      await page.waitForURL('**/evals/*/cells/*');
      await soundAtAllWidths();
      const shown = await text();
      for (const each of ['With context, repeat 1: 100%', SCENARIO, `Served. ${HOSTILE}`])
        expect(shown).toContain(each);
      const region = (name: string) => page.getByRole('region', { name }).innerText();
      expect(await region('Points')).toContain(LEAF);
      expect(await region('Points')).toMatch(/3 of 3\s+a check[^]*1 of 1\s+a check/);
      expect(await region('Changes')).toContain(`+${HOSTILE}`);
      expect(await region('Transcript')).toContain(HOSTILE);
      expect(await reached()).toEqual(
        expect.arrayContaining(['Points', 'Changes', 'Transcript', 'Reason', 'Change the points']),
      );
    });

    it('keep what was entered when points are refused', async () => {
      const refused = async (score: string, criterion: string | undefined) => {
        if (criterion !== undefined) await page.getByLabel(criterion).check();
        await points().fill(score);
        await page.getByLabel('Reason').fill(`Not ${HOSTILE}`);
        await click('Change the points');
        const why = await page.getByRole('alert').innerText();
        expect(await points().inputValue()).toBe(score);
        expect(await page.getByLabel('Reason').inputValue()).toBe(`Not ${HOSTILE}`);
        expect(await factsOf(page)).toMatchObject(SOUND);
        return why;
      };
      expect(await refused('2', undefined)).toMatch(/criterion/i);
      expect(await refused('many', 'The leaf')).toMatch(/number/i);
      expect(await page.getByLabel('The leaf').isChecked()).toBe(true);
      expect(await refused('4', 'The leaf')).toContain('4 is no score of this criterion');
      expect(await page.getByLabel('The leaf').isChecked()).toBe(true);
      expect(await text()).not.toContain('a person');
    });

    it('take the points of a person, with the reason', async () => {
      await points().fill('1,5');
      await click('Change the points');
      await page.getByText('The points are changed').waitFor();
      const shown = await page.getByRole('region', { name: 'Points' }).innerText();
      expect(shown).toMatch(/1\.5 of 3 \(was 3\)\s+a person\s+Not <img/);
      await soundAtAllWidths();
      await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link').last().click();
      await page.waitForURL(/\/evals\/[^/]+$/);
      expect(await text()).toContain('lift +37.5 percentage points');
    });

    it('have the report in three forms', async () => {
      const download = async (link: string) => {
        const downloading = page.waitForEvent('download');
        await follow(link);
        const file = await downloading;
        return [file.suggestedFilename(), await readFile(await file.path(), 'utf8')] as const;
      };
      const [html, json, junit] = [
        await download('Download the report'),
        await download('as JSON'),
        await download('as JUnit XML'),
      ];
      expect(html).toMatchObject(
        [/\.html$/, /^<!doctype html>/i].map((form) => expect.stringMatching(form) as unknown),
      );
      expect(html[1]).not.toContain('<img src=x');
      expect(json[0]).toMatch(/\.json$/);
      expect(JSON.parse(json[1])).toBeInstanceOf(Object);
      expect(junit[0]).toMatch(/\.xml$/);
      expect(junit[1]).toContain('<testsuite');
    });

    it('say why a run has failed and why a solution does not count', async () => {
      const id = await begin('broken', 'broken');
      expect(await view(id)).toMatchObject({ status: 'failed' });
      await at(`/evals/${id}`);
      expect(await text()).toContain('Failed: ');
      await soundAtAllWidths();
      await page.getByRole('link', { name: 'repeat 1: void' }).first().click();
      await page.getByText('It does not count.').waitFor();
      expect(await text()).toContain('setup');
      // its agent was never started
      expect(await text()).toContain('No changes were kept.');
      expect(await page.getByRole('button', { name: 'Change the points' }).count()).toBe(0);
      await soundAtAllWidths();
    });

    it('reload a run that goes on if the person asks, and cancel it after a question only', async () => {
      const id = await begin('slow', 'slow');
      await at('/evals?workspace=acme&status=pending');
      await follow('slow');
      await page.waitForURL(`**/evals/${id}`);
      expect(await text()).toContain('Goes on');
      await soundAtAllWidths();
      const refresh = page.locator('meta[http-equiv=refresh]');
      expect(await refresh.count()).toBe(0);
      await follow('Reload every ten seconds');
      await page.getByText('This page reloads itself').waitFor();
      expect(await refresh.count()).toBe(1);
      await follow('Stop reloading');
      await page.getByRole('link', { name: 'Reload every ten seconds' }).waitFor();
      await follow('Cancel the evaluation');
      await page.waitForURL(`**/evals/${id}/cancel`);
      expect(await text()).toContain('This cannot be undone');
      await soundAtAllWidths();
      await follow('Let it go on');
      await page.waitForURL(`**/evals/${id}`);
      expect(await text()).toContain('Goes on');
      await follow('Cancel the evaluation');
      await click('Cancel the evaluation');
      await page.waitForURL(`**/evals/${id}`);
      expect(await text()).toContain('The evaluation is cancelled.');
      expect(await view(id)).toMatchObject({
        status: 'failed',
        failureReason: { code: 'cancelled' },
      });
      await at(`/evals/${id}/cancel`);
      await page.getByText('The evaluation has ended.').waitFor();
    });

    it('are to others what an absent run is', async () => {
      const { stdout } = await registry.program.run(['eval', 'list', '-w', 'acme', '--json']);
      const { data } = JSON.parse(stdout) as { data: { evalRunId: string }[] };
      const id = data[0]?.evalRunId ?? '';
      const run = await view(id);
      const cell = run.scenarios[0]?.solutions[0]?.cells[0]?.cellId ?? '';
      await registry.svc(['workspace', 'create', 'others']);
      const invited = await registry.svc(['workspace', 'add-member', 'others', BOB.email]);
      const code = /\b(svc_code_\w{38})\b/.exec(invited)?.[1];
      const home = join(registry.program.cwd, 'bob');
      await mkdir(home);
      const env = { HOME: home, SVC_HOME: join(home, '.svc'), SVC_LOGIN_CODE: code };
      const joining = ['login', '--code', '--email', BOB.email, '--password-stdin'];
      const input = `${BOB.password}\n`;
      expect(await registry.program.run(joining, { env, input })).toMatchObject({ code: 0 });
      const [bob, nobody] = [await openWindow(browser), await openWindow(browser)];
      await signInAt(bob.page, registry.server.origin, BOB);
      const seen = async ({ page: its }: Window, path: string) => {
        const answer = await its.goto(`${registry.server.origin}${path}`);
        const main = await its.locator('main').innerText();
        // the path is in links of the page to sign in
        return { status: answer?.status(), text: main.replaceAll(path, 'PATH') };
      };
      for (const rest of ['', `/cells/${cell}`, '/cancel', '/report'])
        for (const who of [bob, nobody]) {
          const path = (of: string) => `/evals/${of}${rest}`;
          const absent = randomUUID();
          const real = await seen(who, path(id));
          const none = await seen(who, path(absent));
          const neutral = ({ status, text: its }: typeof real, of: string) => ({
            rest,
            status,
            text: its.replaceAll(of, 'ID'),
          });
          expect(neutral(real, id)).toEqual(neutral(none, absent));
          expect(real.status).toBe(who === bob ? 404 : 200);
        }
      expect(new URL(nobody.page.url()).pathname).toBe('/sign-in');
      await bob.page.goto(`${registry.server.origin}/evals`);
      expect(await bob.page.locator('main').innerText()).toContain(
        'no such runs in this workspace',
      );
      expect(await seen(bob, '/evals?workspace=acme')).toMatchObject({ status: 404 });
      await Promise.all([bob.close(), nobody.close()]);
    });

    it('are mailed about until the person has switched that off', async () => {
      const aboutRuns = () =>
        inbox.mails.filter(({ text: its }) => its.includes('The evaluation "'));
      await until(() => aboutRuns().length === 3);
      await at('/account');
      const box = page.getByRole('checkbox', { name: /evaluation/i });
      expect(await box.isChecked()).toBe(true);
      await box.uncheck();
      await click('Save');
      await page.getByText('Your choice of mails is saved.').waitFor();
      expect(await box.isChecked()).toBe(false);
      await soundAtAllWidths();
      await view(await begin('.', 'not mailed'));
      await box.check();
      await click('Save');
      await view(await begin('.', 'mailed'));
      await until(() => aboutRuns().some(({ text: its }) => its.includes('"mailed"')));
      expect(aboutRuns().filter(({ text: its }) => its.includes('"not mailed"'))).toEqual([]);
    });

    it('complain about nothing', () => {
      // refused forms are answers with a status of their own
      expect(window.complaints.filter((line) => !line.includes('400'))).toEqual([]);
    });
  });
});
