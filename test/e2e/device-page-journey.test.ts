import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { describeWithChromium, openChromium, openWindow, type, type Window } from './chromium.js';
import { openProgram, type Program, type Server, type Started } from './program.js';
import { ADMIN, firstCode, signIn } from './registry-server.js';
import { until } from '../until.js';

const CODE = /[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}/;

describeWithChromium('a program is signed in with a browser', () => {
  let program: Program;
  let server: Server;
  let browser: Browser;
  let window: Window;
  let page: Page;

  const textOf = (): Promise<string> => page.locator('main').innerText();
  const fits = (): Promise<boolean> =>
    page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth');
  /** Starts `svc login` of somebody new; answers with the address and the code that it shows. */
  const login = async (
    home: string,
  ): Promise<{ started: Started; address: string; code: string; env: Record<string, string> }> => {
    const env = { HOME: home, SVC_HOME: `${home}/.svc` };
    const started = program.start(['login', '--no-browser'], { env, input: '' });
    const code = await until(() => CODE.exec(started.stderr())?.[0]);
    const address = /http:\/\/\S+\/device\?code=\S+/.exec(started.stderr())?.[0] ?? '';
    return { started, address, code, env };
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
    window = await openWindow(browser, {
      javaScriptEnabled: false,
      viewport: { width: 320, height: 600 },
    });
    page = window.page;
  });

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
    for (const text of ['svc on ', 'less than a minute ago', '127.0.0.1', code, ADMIN.email])
      expect(shown).toContain(text);
    const [approve, deny] = [
      await page.getByRole('button', { name: 'Approve' }).boundingBox(),
      await page.getByRole('button', { name: 'Deny' }).boundingBox(),
    ];
    expect([approve?.width, approve?.height]).toEqual([deny?.width, deny?.height]);
    expect((deny?.y ?? 0) - (approve?.y ?? 0) - (approve?.height ?? 0)).toBeGreaterThanOrEqual(24);
    const [yes, no] = await page.evaluate<string[]>(
      "[...document.querySelectorAll('main button')].map((it) => getComputedStyle(it).backgroundColor)",
    );
    expect(yes).not.toBe(no);
    await page.getByRole('button', { name: 'Approve' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'The program is signed in.' }).waitFor();
    await page.reload();
    expect(await page.locator('h1').innerText()).toBe('The program is signed in.');
    expect(await page.locator('main form').count()).toBe(0);
    expect(await started.finished).toMatchObject({ code: 0 });
    expect((await program.run(['whoami'], { env })).stdout).toContain(ADMIN.email);
  });

  it('from the code alone: type it, deny', async () => {
    const { started, code } = await login(`${program.home}/second`);
    await page.goto(`${server.origin}/device`);
    await enter(code.toLowerCase().replace('-', ' '));
    await page.waitForURL('**/device?code=*');
    await page.getByRole('button', { name: 'Deny' }).click();
    await page.getByRole('heading', { name: 'Denied' }).waitFor();
    await page.reload();
    expect(await textOf()).toContain('the program is not signed in');
    expect(await page.locator('main form').count()).toBe(0);
    expect(await started.finished).toMatchObject({
      code: 7,
      stderr: expect.stringContaining('denied'),
    });
  });

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
  });

  it('its pages fit a phone, and none complained', async () => {
    for (const path of ['/device', '/account']) {
      await page.goto(server.origin + path);
      expect({ path, fits: await fits(), headings: await page.locator('h1').count() }).toEqual({
        path,
        fits: true,
        headings: 1,
      });
    }
    expect(window.complaints).toEqual([]);
  });
});
