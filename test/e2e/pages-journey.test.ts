import { once } from 'node:events';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { describeWithChromium, openChromium, openWindow, type, type Window } from './chromium.js';
import { openProgram, type Program, type Server } from './program.js';
import { ADMIN, firstCode, signIn } from './registry-server.js';

const BOB = { email: 'bob@example.com', password: 'battery horse correct' };

/** Goes to a link or button with the keyboard alone, and uses it. */
async function press(page: Page, name: string): Promise<void> {
  for (let left = 30; left > 0; left -= 1) {
    await page.keyboard.press('Tab');
    const focused = page.locator(':focus');
    if ((await focused.count()) > 0 && (await focused.textContent())?.trim() === name)
      return page.keyboard.press('Enter');
  }
  throw new Error(`the keyboard does not reach "${name}"`);
}

/** What every page owes to people who see it on a phone, hear it or find it among others. */
const FACTS = `({
  lang: document.documentElement.lang,
  title: document.title,
  headings: document.querySelectorAll('h1').length,
  mains: document.querySelectorAll('main').length,
  tooWide: document.documentElement.scrollWidth > document.documentElement.clientWidth,
  nameless: [...document.querySelectorAll('input:not([type=hidden])')].filter(({ labels }) => labels.length !== 1).length,
  scripts: document.scripts.length,
})`;

const textOf = (page: Page): Promise<string> => page.locator('main').innerText();

describeWithChromium('pages in a browser', () => {
  let program: Program;
  let server: Server;
  let browser: Browser;
  let ann: Window;
  let bob: Window;

  beforeAll(async () => {
    program = await openProgram();
    server = await program.serve();
    browser = await openChromium();
    // the pages must do without scripts; one of the two has them on, so that a forbidden one would be noticed
    ann = await openWindow(browser, { javaScriptEnabled: false });
    bob = await openWindow(browser, { viewport: { width: 360, height: 700 }, colorScheme: 'dark' });
  });

  afterAll(async () => {
    await browser.close();
    await program.close();
  });

  it('the first administrator sets the server up, with the keyboard alone and without scripts', async () => {
    const { page } = ann;
    await page.goto(server.origin);
    expect(new URL(page.url()).pathname).toBe('/first-run');
    await type(page, await firstCode(server), ADMIN.email, ADMIN.password);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${server.origin}/`);
    expect(await textOf(page)).toMatch(/The server is set up.*svc workspace create/s);
  });

  it('shows the commands that connect this very server, and they do', async () => {
    const shown = await textOf(ann.page);
    expect(shown).toContain(`SVC_URL=${server.origin} svc login`);
    expect(await signIn(program, ADMIN)).toMatchObject({ code: 0 });
    expect(await program.run(['workspace', 'create', 'acme'])).toMatchObject({ code: 0 });
    await ann.page.reload();
    expect(await textOf(ann.page)).toMatch(/acme\s+main · owner/);
  });

  it('a second person joins with the code of an invitation', async () => {
    const { stdout } = await program.run([
      'workspace',
      'add-member',
      'acme',
      BOB.email,
      '--role',
      'publisher',
    ]);
    const code = /\b(svc_code_\w{38})\b/.exec(stdout)![1]!;
    const { page } = bob;
    await page.goto(server.origin);
    await press(page, 'join with an invitation code');
    await page.waitForURL('**/invitations');
    await type(page, code);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/invitations/*');
    expect(await textOf(page)).toContain(`${ADMIN.email} invites you to the workspace acme`);
    await type(page, BOB.password);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${server.origin}/`);
    expect(await textOf(page)).toMatch(/You have joined main\..*acme\s+main · publisher/s);
  });

  it('signs out and in again', async () => {
    const { page } = bob;
    // the menu of the person
    await press(page, BOB.email);
    await press(page, 'Sign out');
    await page.getByText('You have signed out.').waitFor();
    await press(page, 'Sign in');
    await page.waitForURL('**/sign-in');
    await type(page, BOB.email, BOB.password);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${server.origin}/`);
    expect(await textOf(page)).toContain('acme');
  });

  it('a session that ends before a form is sent costs a person nothing that they entered', async () => {
    const { page } = await openWindow(browser, { javaScriptEnabled: false });
    const enter = async (tab: Page) => {
      await type(tab, ADMIN.email, ADMIN.password);
      await tab.keyboard.press('Enter');
    };
    await page.goto(`${server.origin}/sign-in?next=/workspaces/new`);
    await enter(page);
    await page.waitForURL('**/workspaces/new');
    await page.getByLabel('Name').fill('late');
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Create the workspace' }).click();
    await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
    const opened = page.context().waitForEvent('page');
    await page.getByRole('link', { name: 'Sign in in a new tab' }).click();
    const tab = await opened;
    await enter(tab);
    await tab.waitForURL(`${server.origin}/`);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('nothing was done').waitFor();
    expect(await page.getByLabel('Name').inputValue()).toBe('late');
    await page.getByRole('button', { name: 'Create the workspace' }).click();
    await page.waitForURL('**/workspaces/late');
    await page.context().close();
  });

  it('no page complained', () => {
    expect([...ann.complaints, ...bob.complaints]).toEqual([]);
  });

  it('pages fit a phone, name their fields and what they are', async () => {
    const stranger = await openWindow(browser, { viewport: { width: 320, height: 600 } });
    for (const path of ['/', '/sign-in', '/invitations', '/none']) {
      const { page } = stranger;
      await page.goto(server.origin + path);
      const facts = await page.evaluate<{ readonly title: string }>(FACTS);
      expect({ path, ...facts }).toMatchObject({
        path,
        lang: 'en',
        headings: 1,
        mains: 1,
        tooWide: false,
        nameless: 0,
        scripts: 0,
      });
      expect(facts.title).toMatch(/^.+ · svc$/);
    }
    await stranger.close();
  });

  it('another site can neither send forms for a person nor frame the pages', async () => {
    const { page } = bob;
    const csrf = await page.locator('input[name=csrf]').first().inputValue();
    const form = `<form method="post" action="${server.origin}/sign-out"><input name="csrf" value="${csrf}"><button>Win</button></form>`;
    const evil = createServer((_request, response) => {
      response
        .setHeader('Content-Type', 'text/html')
        .end(`${form}<iframe src="${server.origin}/sign-in"></iframe>`);
    });
    try {
      for (const host of ['127.0.0.1', 'localhost']) {
        await page.goto(`http://${host}:${await portOf(evil)}/`);
        expect(page.frames().map((frame) => frame.url())).not.toContain(`${server.origin}/sign-in`);
        await page.getByRole('button', { name: 'Win' }).click();
        await page.getByText('Form refused').waitFor();
      }
      await page.goto(server.origin);
      expect(await textOf(page)).toContain('acme');
    } finally {
      evil.close();
    }
  });
});

async function portOf(server: HttpServer): Promise<number> {
  if (!server.listening) await once(server.listen(0), 'listening');
  return (server.address() as AddressInfo).port;
}
