/** The pages of schedules and of what they launch, in Chromium. Texts of strangers run nothing. */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import type { ScheduleView } from '../../modules/schedule/contract/schedule-view.js';
import { describeCloudOnSqlite } from '../describe-cloud.js';
import { GitServer } from '../network/git-server.js';
import { describeWithChromium, openChromium, openWindow, type Window } from './chromium.js';
import { factsOf, signInAt, SOUND, WIDTHS } from './page-facts.js';
import { newEnvironment } from './new-environment.js';
import { ADMIN, openRegistryServer, type RegistryServer } from './registry-server.js';
import { scriptedSkill } from './scripted-skill.js';

const HOSTILE = '<img src=x onerror="window.ran=1"><script>window.ran=1</script>';
const LABEL = `Tea ${HOSTILE} ${'x'.repeat(150)}`;

const making = [
  { print: `making tea ${HOSTILE}` },
  { write: { path: 'tea.txt', content: 'sencha\n' } },
  { result: { status: 'succeeded', summary: `Made tea. ${HOSTILE}` } },
];

describeWithChromium('the pages of schedules in a browser', () => {
  describeCloudOnSqlite('with a worker', (database) => {
    let registry: RegistryServer;
    let git: GitServer;
    let browser: Browser;
    let window: Window;
    let page: Page;
    let environment: string;

    beforeAll(async () => {
      // programs in the sandbox reach 127.0.0.1 without its proxy
      git = await GitServer.start({ host: '127.0.0.2' });
      const work = await git.create('acme/shop');
      await work.commit({ 'skills/tea/SKILL.md': scriptedSkill('tea', making) });
      const key = randomBytes(32).toString('base64');
      const env = { SVC_OUTBOUND_ALLOW: git.origin, SVC_SECRET_KEY: key };
      registry = await openRegistryServer(database, { env });
      environment = await newEnvironment(registry, 'kitchen');
      browser = await openChromium();
      // the pages must do without scripts, and hostile ones would have to be noticed
      window = await openWindow(browser, { acceptDownloads: true });
      ({ page } = window);
      await signInAt(page, registry.server.origin, ADMIN);
    });
    afterAll(async () => {
      await browser.close();
      await registry.close();
      await git.close();
    });

    const create = (label: string, cron = '0 9 * * 1-5') =>
      registry.json<ScheduleView>([
        ...['schedule', 'create', '--cron', cron, '--timezone', 'Europe/Berlin'],
        ...['--skill', 'file:skills/tea', '--repo', git.url('acme/shop'), '--agent', 'scripted'],
        ...['--environment', environment, '--workspace', 'acme', '--label', label],
      ]);
    const view = (id: string) => registry.json<ScheduleView>(['schedule', 'view', id]);
    const text = () => page.locator('main').innerText();
    const click = (name: string) => page.getByRole('button', { name }).click();
    const soundAtAllWidths = async () => {
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 700 });
        expect({ width, ...(await factsOf(page)) }).toMatchObject({ width, ...SOUND });
      }
    };

    it('lists schedules by state, and leads to each', async () => {
      const { id } = await create(LABEL);
      await page.getByRole('link', { name: 'Schedules' }).click();
      await page.waitForURL('**/schedules');
      expect(await text()).toContain(HOSTILE);
      await soundAtAllWidths();
      await page.getByRole('link', { name: 'Paused' }).click();
      await page.getByText('There are no schedules with this state.').waitFor();
      await page.getByRole('link', { name: 'Active' }).click();
      // what launches within a day stands above the list as well
      await page.getByRole('link', { name: HOSTILE }).last().click();
      await page.waitForURL(`**/schedules/${id}`);
      await soundAtAllWidths();
      const times = page.getByRole('list', { name: 'Next times' }).getByRole('listitem');
      expect(await times.count()).toBe(6);
      expect(await times.first().innerText()).toMatch(
        /^\w{3} \d+ \w{3} \d{4}, 09:00 GMT\+[12]\s+\w{3} \d+ \w{3} \d{4}, 0[78]:00 UTC$/,
      );
    });

    it('pauses and resumes', async () => {
      const { id } = await create('by hand');
      await page.goto(`${registry.server.origin}/schedules/${id}`);
      await click('Pause');
      await page.getByText('The schedule is paused.').waitFor();
      expect(await view(id)).toMatchObject({ status: 'paused' });
      await click('Resume');
      await page.getByText('The schedule is active.').waitFor();
      expect(await view(id)).toMatchObject({ status: 'active', owner: ADMIN.email });
    });

    it('changes times, zone and name, and keeps what was typed if they cannot be used', async () => {
      const { id } = await create('before');
      await page.goto(`${registry.server.origin}/schedules/${id}`);
      await page.getByLabel('Times', { exact: true }).fill('0 9 * *');
      await page.getByLabel('Name').fill(LABEL);
      await click('Save the changes');
      await page.getByRole('alert').waitFor();
      expect(await page.getByLabel('Times', { exact: true }).inputValue()).toBe('0 9 * *');
      expect(await page.getByLabel('Name').inputValue()).toBe(LABEL);
      expect(await factsOf(page)).toMatchObject(SOUND);
      expect(await view(id)).toMatchObject({ label: 'before' });
      await page.getByLabel('Times', { exact: true }).fill('30 7 * * *');
      await page.getByLabel('Time zone').fill('America/New_York');
      await click('Save the changes');
      await page.getByText('The schedule has changed.').waitFor();
      const changed = { cron: '30 7 * * *', timezone: 'America/New_York', label: LABEL };
      expect(await view(id)).toMatchObject(changed);
      await click('Save the changes');
      await page.getByText('Nothing was changed.').waitFor();
    });

    it('launches now, and leads to a page that shows the result, the log and the patch', async () => {
      const { id } = await create('trigger me');
      await page.goto(`${registry.server.origin}/schedules/${id}`);
      await click('Launch now');
      await page.waitForURL('**/launches/*');
      expect(await text()).toContain('The launch has been requested.');
      const launch = new URL(page.url()).pathname.slice('/launches/'.length);
      await registry.svc(['launch', 'view', '--wait', launch]);
      await page.getByRole('link', { name: 'Look again' }).first().click();
      await page.getByText('Succeeded').waitFor();
      expect(await text()).toContain(`Made tea. ${HOSTILE}`);
      expect(await page.getByRole('region', { name: 'Log' }).innerText()).toContain(HOSTILE);
      await soundAtAllWidths();
      const downloading = page.waitForEvent('download');
      await page.getByRole('link', { name: 'Download the patch' }).click();
      const patch = await readFile(await (await downloading).path(), 'utf8');
      expect(patch).toContain('+sencha');
      await page.goto(`${registry.server.origin}/schedules/${id}`);
      expect(await page.getByRole('region', { name: 'Latest launches' }).innerText()).toMatch(
        /Succeeded\s+triggered\s+Made tea\./,
      );
      expect(await factsOf(page)).toMatchObject(SOUND);
    });

    it('deletes after a question only', async () => {
      const { id } = await create(`delete me ${HOSTILE}`);
      await page.goto(`${registry.server.origin}/schedules/${id}`);
      await page.getByRole('link', { name: 'Delete the schedule' }).click();
      await page.waitForURL(`**/schedules/${id}/delete`);
      expect(await text()).toContain('this cannot be undone');
      await soundAtAllWidths();
      await page.getByRole('link', { name: 'Keep it' }).click();
      await page.waitForURL(`**/schedules/${id}`);
      await page.getByRole('link', { name: 'Delete the schedule' }).click();
      await click('Delete the schedule');
      await page.waitForURL('**/schedules?workspace=acme');
      expect(await text()).toContain('is deleted.');
      expect(await factsOf(page)).toMatchObject(SOUND);
      expect(await registry.program.run(['schedule', 'view', id])).toMatchObject({ code: 4 });
    });
  });
});
