/** The page of a task in Chromium, with a skill that asks and goes on with the answer. Texts of strangers run nothing. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import type { TaskView } from '../../modules/task/contract/task-view.js';
import { describeCloudOnSqlite } from '../describe-cloud.js';
import { GitServer } from '../network/git-server.js';
import { until } from '../until.js';
import { describeWithChromium, openChromium, openWindow, type Window } from './chromium.js';
import { factsOf, signInAt, SOUND, WIDTHS } from './page-facts.js';
import { ADMIN, openRegistryServer, type RegistryServer } from './registry-server.js';
import { scriptedSkill } from './scripted-skill.js';

const HOSTILE = '<img src=x onerror="window.ran=1"></textarea><script>window.ran=1</script>';
const LONG = 'x'.repeat(300);
const LABEL = `Issue 12 ${HOSTILE}`;

/** Asks until the prompt says what was answered. */
const asking = [
  {
    when: {
      said: 'Answer: Sky',
      then: [{ result: { status: 'succeeded', summary: `Painted. ${HOSTILE}` } }],
      else: [
        { print: HOSTILE },
        {
          result: {
            status: 'needs_input',
            summary: `Looked around. ${HOSTILE} ${LONG}`,
            questions: [`Which <b>colour</b>? ${HOSTILE}`, LONG],
          },
        },
      ],
    },
  },
];

describeWithChromium('the page of a task in a browser', () => {
  describeCloudOnSqlite('with a worker', (database) => {
    let registry: RegistryServer;
    let git: GitServer;
    let browser: Browser;
    let window: Window;
    let page: Page;
    let key: string;

    beforeAll(async () => {
      // programs in the sandbox reach 127.0.0.1 without its proxy
      git = await GitServer.start({ host: '127.0.0.2' });
      const work = await git.create('acme/shop');
      await work.commit({
        'skills/paint/SKILL.md': scriptedSkill('paint', asking),
        'skills/wait/SKILL.md': scriptedSkill('wait', [{ sleep: 600 }]),
      });
      registry = await openRegistryServer(database, { env: { SVC_OUTBOUND_ALLOW: git.origin } });
      key = await registry.apiKey('member');
      browser = await openChromium();
      window = await openWindow(browser);
      ({ page } = window);
      await signInAt(page, registry.server.origin, ADMIN);
    });
    afterAll(async () => {
      await browser.close();
      await registry.close();
      await git.close();
    });

    const call = async (path: string, body?: object): Promise<TaskView> => {
      const response = await fetch(`${registry.server.origin}/experimental/tasks${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return ((await response.json()) as { data: TaskView }).data;
    };
    const create = (skill: string) =>
      call('', {
        ...{ workspace: 'acme', skill, repo: git.url('acme/shop'), agent: 'scripted' },
        ...{ label: LABEL, link: { type: 'issue', value: HOSTILE } },
      });
    const reaches = (id: string, status: string) =>
      until(async () => (await call(`/${id}`)).status === status);
    const text = () => page.locator('main').innerText();

    it('shows what is asked, keeps what was typed, and takes the answers', async () => {
      const { id, links } = await create('file:skills/paint');
      await reaches(id, 'waiting_for_input');
      await page.goto(links.web);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 700 });
        expect({ width, ...(await factsOf(page)) }).toMatchObject({ width, ...SOUND });
      }
      expect(await text()).toContain(`Which <b>colour</b>? ${HOSTILE}`);
      await page.getByLabel('Which <b>colour</b>?').fill('Sky');
      // the browser asks for the second answer; who gives blanks is told by the server
      await page.getByLabel(LONG).fill(' ');
      await page.getByRole('button', { name: 'Answer' }).click();
      await page.getByRole('alert').waitFor();
      expect(await page.getByLabel('Which <b>colour</b>?').inputValue()).toBe('Sky');
      await page.getByLabel(LONG).fill(HOSTILE);
      await page.getByRole('button', { name: 'Answer' }).click();
      await page.getByText('Thank you. The task goes on with your answers.').waitFor();
      expect(new URL(page.url()).pathname).toBe(`/tasks/${id}`);
      await reaches(id, 'completed');
      await page.getByRole('link', { name: 'Look again' }).first().click();
      await page.getByText('Turn 2 Succeeded').waitFor();
      expect(await text()).toContain(`Painted. ${HOSTILE}`);
      expect(await factsOf(page)).toMatchObject(SOUND);
      await page.getByRole('link', { name: 'Launch of turn 1' }).click();
      await page.waitForURL('**/launches/*');
      expect(await text()).toContain(HOSTILE);
      expect(await factsOf(page)).toMatchObject(SOUND);
      // the refused form is an answer with a status of its own
      expect(window.complaints.filter((line) => !line.includes('400'))).toEqual([]);
    });

    it('takes no answer that was meant for what is not asked any more', async () => {
      const { id, links } = await create('file:skills/paint');
      await reaches(id, 'waiting_for_input');
      await page.goto(links.web);
      await call(`/${id}/inputs`, { answers: { q1: 'No.', q2: 'No.' } });
      await page.getByLabel('Which <b>colour</b>?').fill('Sky');
      await page.getByLabel(LONG).fill('x');
      await page.getByRole('button', { name: 'Answer' }).click();
      await page.getByText(/It does not ask these questions any more/).waitFor();
    });

    it('reloads itself while a turn runs, if the person asks, and is cancelled after a question', async () => {
      const { id, links } = await create('file:skills/wait');
      await page.goto(links.web);
      const refresh = page.locator('meta[http-equiv=refresh]');
      expect(await refresh.count()).toBe(0);
      await page.getByRole('link', { name: 'Reload every ten seconds' }).click();
      await page.getByText('This page reloads itself').waitFor();
      expect(await refresh.count()).toBe(1);
      await page.waitForEvent('framenavigated');
      await page.getByText('This page reloads itself').waitFor();
      await page.getByRole('link', { name: 'Stop reloading' }).click();
      await page.getByRole('link', { name: 'Reload every ten seconds' }).waitFor();
      expect(await refresh.count()).toBe(0);
      await page.getByRole('link', { name: 'Cancel the task' }).click();
      await page.waitForURL(`**/tasks/${id}/cancel`);
      expect(await text()).toContain('This cannot be undone');
      expect(await factsOf(page)).toMatchObject(SOUND);
      await page.getByRole('button', { name: 'Cancel the task' }).click();
      await page.waitForURL(`**/tasks/${id}`);
      expect(await text()).toContain('The task is cancelled.');
      expect(await page.getByRole('link', { name: 'Cancel the task' }).count()).toBe(0);
    });
  });
});
