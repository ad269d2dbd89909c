import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { describeWithChromium, openChromium, openWindow, type, type Window } from './chromium.js';
import { openProgram, type Program, type Server, type Started } from './program.js';
import { ADMIN, firstCode, signIn } from './registry-server.js';

const CODE = /[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}/;

describeWithChromium('a program is signed in with a browser', () => {
  let program: Program;
  let server: Server;
  let browser: Browser;
  let window: Window;
  let page: Page;

  const textOf = (): Promise<string> => page.locator('main').innerText();
  const fits = (): Promise<boolean> => page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth');
  /** Starts `svc login` of somebody new; answers with the address and the code that it shows. */
  const login = async (home: string): Promise<{ started: Started; address: string; code: string; env: Record<string, string> }> => {
    const env = { HOME: home, SVC_HOME: `${home}/.svc` };
    const started = program.start(['login', '--no-browser'], { env, input: '' });
    for (let left = 400; left > 0 && !CODE.test(started.stderr()); left -= 1) await new Promise((wake) => setTimeout(wake, 25));
    const address = /http:\/\/\S+\/device\?code=\S+/.exec(started.stderr())?.[0] ?? '';
    return { started, address, code: CODE.exec(started.stderr())?.[0] ?? '', env };
  };
  const enter = async (...texts: string[]): Promise<void> => {
    await type(page, ...texts);
    await page.keyboard.press('Enter');
  };

  beforeAll(async () => {
    program = await openProgram();
    server = await program.serve();
    expect(await signIn(program, ADMIN, await firstCode(server))).toMatchObject({ code: 0 });
    browser = await openChromium();
    // as small as phones are, and without scripts
    window = await openWindow(browser, { javaScriptEnabled: false, viewport: { width: 320, height: 600 } });
    page = window.page;
  }, 60_000);

  afterAll(async () => {
    await browser.close();
    await program.close();
  });

  it('from the link: sign in, see who asks, approve with the keyboard', async () => {
    const { started, address, code, env } = await login(`${program.home}/first`);
    await page.goto(address);
    expect(new URL(page.url()).pathname).toBe('/sign-in');
    await enter(ADMIN.email, ADMIN.password);
    await page.waitForURL('**/device?code=*');
    const shown = await textOf();
    for (const told of ['svc on ', 'less than a minute ago', '127.0.0.1', code, ADMIN.email]) expect(shown).toContain(told);
    const [approve, deny] = [
      await page.getByRole('button', { name: 'Approve' }).boundingBox(),
      await page.getByRole('button', { name: 'Deny' }).boundingBox(),
    ];
    expect([approve?.width, approve?.height]).toEqual([deny?.width, deny?.height]);
    await page.getByRole('button', { name: 'Approve' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('The program is signed in.').waitFor();
    expect(await started.finished).toMatchObject({ code: 0 });
    expect((await program.run(['whoami'], { env })).stdout).toContain(ADMIN.email);
  }, 60_000);

  it('from the code alone: type it, deny', async () => {
    const { started, code } = await login(`${program.home}/second`);
    await page.goto(`${server.origin}/device`);
    await enter(code.toLowerCase().replace('-', ' '));
    await page.waitForURL('**/device?code=*');
    await page.getByRole('button', { name: 'Deny' }).click();
    await page.getByText('Denied').waitFor();
    expect(await started.finished).toMatchObject({ code: 7, stderr: expect.stringContaining('denied') });
  }, 60_000);

  it('the account shows the program, and ends its session', async () => {
    const env = { HOME: `${program.home}/first`, SVC_HOME: `${program.home}/first/.svc` };
    await page.goto(`${server.origin}/account`);
    expect(await textOf()).toMatch(/svc on .*127\.0\.0\.1/s);
    const { stdout } = await program.run(['session', 'list', '--json'], { env });
    const { data } = JSON.parse(stdout) as { data: { id: string; current: boolean }[] };
    const current = data.find((session) => session.current)!;
    await page.locator(`form:has(input[value="${current.id}"]) button`).click();
    await page.getByText('That session has ended.').waitFor();
    expect(await program.run(['whoami'], { env })).toMatchObject({ code: 7 });
  }, 60_000);

  it('its pages fit a phone, and none complained', async () => {
    for (const path of ['/device', '/account']) {
      await page.goto(server.origin + path);
      expect({ path, fits: await fits(), headings: await page.locator('h1').count() }).toEqual({ path, fits: true, headings: 1 });
    }
    expect(window.complaints).toEqual([]);
  }, 60_000);
});
