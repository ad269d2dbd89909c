import { createHash, randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect } from '@jest/globals';
import { whoAmI } from '../../../modules/identity/contract/index.js';
import {
  redeemDeviceCode,
  startDeviceSignIn,
} from '../../../modules/identity/contract/operations/device.js';
import { newUserCode } from '../../../modules/identity/server/device/user-code.js';
import { describeEachDatabase } from '../databases.js';
import { itInTurn } from '../databases-by-day.js';
import { PASSWORD, startIdentity, type IdentityServer } from '../identity-server.js';
import { Browser, csrfIn, type Seen } from './browser.js';
import { startHttp, type HttpHost } from './http-host.js';
import { expectError } from '../expect-error.js';

const MINUTE = 60_000;
const ann = { email: 'ann@example.com', password: PASSWORD };

describeEachDatabase('the page that approves programs', (database) => {
  const it = itInTurn(database);
  let server: IdentityServer;
  let http: HttpHost;
  let browser: Browser;
  let waiting: { deviceCode: string; userCode: string; codeVerifier: string };
  const later = (ms: number) => {
    server.later(ms);
  };
  const textOf = ({ html }: Seen): string => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
  const start = async (client = 'svc on laptop', address = '192.0.2.7') => {
    const codeVerifier = randomBytes(32).toString('base64url');
    const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url');
    const { deviceCode, userCode } = await server.host.invoke(
      startDeviceSignIn,
      { client, codeChallenge },
      { address },
    );
    return { deviceCode, userCode, codeVerifier };
  };
  const poll = ({ deviceCode, codeVerifier } = waiting) => {
    later(5_000);
    return server.invoke(redeemDeviceCode, { deviceCode, codeVerifier });
  };
  const signIn = (at: Browser, path = '/sign-in'): Promise<Seen> => at.submit(path, ann);
  const page = () => `/device?code=${waiting.userCode}`;
  const answer = async (how: 'approve' | 'deny', code = waiting.userCode): Promise<Seen> =>
    browser.post('/device', { csrf: csrfIn(await browser.get('/device')), code, answer: how });

  beforeEach(async () => {
    server = await startIdentity(database);
    await server.firstAdmin(ann.email, 'acme');
    http = await startHttp(server.host.kernel);
    browser = new Browser(http.origin);
    await signIn(browser);
    waiting = await start();
  });
  afterEach(async () => {
    http.close();
    await server.stop();
  });

  it('asks strangers to sign in first and comes back with the code', async () => {
    const stranger = new Browser(http.origin);
    const { headers } = await stranger.get(page());
    const signInPath = headers.get('location')!;
    expect(signInPath).toBe(`/sign-in?next=${encodeURIComponent(page())}`);
    expect((await signIn(stranger, signInPath)).headers.get('location')).toBe(page());
    expect(textOf(await stranger.get(page()))).toContain('svc on laptop');
  });

  it('shows who asks, from where, since when, and as whom it would sign in', async () => {
    later(2 * MINUTE);
    const shown = textOf(await browser.get(page()));
    for (const told of [
      'svc on laptop',
      '192.0.2.7',
      'not the one of this browser',
      '2 minutes ago',
      ann.email,
      waiting.userCode,
    ])
      expect(shown).toContain(told);
    waiting = await start('svc <b>on</b> {{7*7}}', '127.0.0.1');
    const other = await browser.get(page());
    expect(textOf(other)).toContain('the same as that of this browser');
    expect(other.html).toContain('svc &lt;b&gt;on&lt;/b&gt; {{7*7}}');
    const buttons = [
      ...other.html.matchAll(/<button class="(\w+)" name="answer" value="(\w+)"/g),
    ].map(([, style, value]) => [style, value]);
    expect(buttons).toEqual([
      ['primary', 'approve'],
      ['danger', 'deny'],
    ]);
  });

  it('takes the code however it is typed, and lets the program in under a new token of the session', async () => {
    const before = browser.cookies.get('svc_session');
    const typed = await browser.submit('/device', {
      code: ` ${waiting.userCode.toLowerCase().replace('-', ' ')} `,
    });
    expect([typed.status, typed.headers.get('location')]).toEqual([303, page()]);
    await expectError(poll(), 'authorization_pending');
    const approved = await answer('approve');
    expect([approved.status, approved.headers.get('location')]).toEqual([
      303,
      '/device?done=approved',
    ]);
    expect(textOf(await browser.get('/device?done=approved'))).toContain(
      'The program is signed in.',
    );
    const { token } = await poll();
    expect(await server.invoke(whoAmI, {}, token)).toMatchObject({
      user: { email: ann.email },
    });
    const planted = new Browser(http.origin);
    planted.cookies.set('svc_session', before!);
    expect((await planted.get('/')).html).not.toContain('Sign out');
    expect((await browser.get('/')).html).toContain('Sign out');
  });

  it('lets other sites use up no guesses: a person who comes from one looks at the code and goes on', async () => {
    const wrong = `/device?code=${newUserCode()}`;
    for (const site of ['cross-site', 'same-site']) {
      for (let link = 0; link < 5; link++)
        expect((await browser.get(wrong, { 'Sec-Fetch-Site': site })).status).toBe(200);
    }
    const shown = await browser.get(page(), { 'Sec-Fetch-Site': 'cross-site' });
    expect(shown.html).toContain(`name="code" type="text" value="${waiting.userCode}"`);
    expect(textOf(shown)).not.toContain('svc on laptop');
    expect(textOf(await browser.get(page(), { 'Sec-Fetch-Site': 'none' }))).toContain(
      'svc on laptop',
    );
  });

  it('keeps a person who clicks twice signed in', async () => {
    const asked = await browser.get(page());
    expect(asked.html).toContain('name="replaces-session" value="yes"');
    const form = {
      csrf: csrfIn(asked),
      code: waiting.userCode,
      answer: 'approve',
      'replaces-session': 'yes',
    };
    const second = new Browser(http.origin);
    second.cookies.set('svc_session', browser.cookies.get('svc_session')!);
    await browser.post('/device', form);
    const late = await second.post('/device', form);
    expect(late.headers.get('location')).toBe('/sign-in?next=%2Fdevice');
    // the browser has one jar of cookies, and this answer came last
    expect(late.headers.getSetCookie()).toEqual([]);
    expect((await browser.get('/sign-in?next=%2Fdevice')).headers.get('location')).toBe('/device');
  });

  it('denies', async () => {
    const denied = await answer('deny');
    expect(textOf(await browser.get(denied.headers.get('location') ?? ''))).toContain('Denied');
    await expectError(poll(), 'access_denied');
  });

  it('is changed by a form of this server only: no link approves, and no other site', async () => {
    for (const query of ['&answer=approve', '&answer=approve&csrf=x'])
      expect((await browser.get(page() + query)).status).toBe(200);
    const csrf = csrfIn(await browser.get('/device'));
    const forms = [
      browser.post('/device', { code: waiting.userCode, answer: 'approve' }),
      browser.post(
        '/device',
        { csrf, code: waiting.userCode, answer: 'approve' },
        { Origin: 'https://evil.example' },
      ),
    ];
    for (const sent of forms) expect((await sent).status).toBe(403);
    await expectError(poll(), 'authorization_pending');
  });

  it('says when nobody waits for a code, and when it was answered already', async () => {
    expect((await browser.get('/device?code=nonsense')).headers.get('location')).toBe('/device');
    expect(textOf(await browser.get('/device'))).toContain('No program is waiting for this code');
    await answer('approve');
    const again = await answer('approve');
    expect([again.status, textOf(again)]).toEqual([
      400,
      expect.stringContaining('has already been used'),
    ]);
    expect(again.html).toContain('name="code"');
  });

  it('ends the guessing of a session, in form and link alike', async () => {
    for (let index = 0; index < 3; index++)
      expect((await browser.submit('/device', { code: newUserCode() })).status).toBe(400);
    for (let index = 0; index < 2; index++)
      expect((await browser.get(`/device?code=${newUserCode()}`)).status).toBe(303);
    expect((await browser.get(`/device?code=${newUserCode()}`)).status).toBe(429);
    expect((await answer('approve')).status).toBe(429);
    await expectError(poll(), 'authorization_pending');
  });
});

describeEachDatabase('the page of the account', (database) => {
  const it = itInTurn(database);
  let server: IdentityServer;
  let http: HttpHost;
  let browser: Browser;
  let program: string;
  const textOf = ({ html }: Seen): string => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
  const use = (token = program) => server.invoke(whoAmI, {}, token);
  const submit = (values: Record<string, string>) => browser.submit('/account', values);

  beforeEach(async () => {
    server = await startIdentity(database);
    await server.firstAdmin(ann.email, 'acme');
    http = await startHttp(server.host.kernel);
    browser = new Browser(http.origin);
    await browser.submit('/sign-in', ann);
    program = await server.newSession(ann.email, {
      kind: 'program',
      client: 'svc on <laptop>',
      address: '192.0.2.7',
    });
  });
  afterEach(async () => {
    http.close();
    await server.stop();
  });

  it('shows where one is signed in, and ends a session', async () => {
    const seen = await browser.get('/account');
    expect(textOf(seen)).toMatch(/Browser\S* this one/);
    expect(seen.html).toContain('svc on &lt;laptop&gt;');
    const rows = seen.html.split('<tr>');
    const id = /value="([0-9a-f-]{36})"/.exec(rows.find((row) => row.includes('laptop'))!)![1]!;
    expect((await submit({ do: 'end', end: id })).headers.get('location')).toBe('/account');
    await expectError(use(), 'token_unknown');
    expect((await submit({ do: 'end', end: id })).status).toBe(404);
    expect((await submit({ do: 'end', end: 'x' })).status).toBe(400);
  });

  it('ends the own session like signing out', async () => {
    const rows = (await browser.get('/account')).html.split('<tr>');
    const id = /value="([0-9a-f-]{36})"/.exec(rows.find((row) => row.includes('this one'))!)![1]!;
    expect((await submit({ do: 'end', end: id })).headers.get('location')).toBe('/');
    expect(browser.cookies.has('svc_session')).toBe(false);
    await expect(use()).resolves.toBeDefined();
  });

  it('signs out everywhere', async () => {
    expect((await submit({ do: 'everywhere' })).headers.get('location')).toBe('/');
    expect((await browser.get('/')).html).toContain('You have signed out everywhere.');
    await expectError(use(), 'token_unknown');
  });

  it('changes the password and lets only this browser go on, under a new token', async () => {
    const [before, newPassword] = [browser.cookies.get('svc_session')!, 'another long one'];
    const wrong = await submit({ do: 'password', currentPassword: 'wrong password', newPassword });
    expect([wrong.status, textOf(wrong)]).toEqual([
      403,
      expect.stringContaining('The current password is wrong.'),
    ]);
    expect(
      (await submit({ do: 'password', currentPassword: PASSWORD, newPassword: 'short' })).status,
    ).toBe(400);
    const changed = await submit({ do: 'password', currentPassword: PASSWORD, newPassword });
    expect([changed.status, changed.headers.get('location')]).toEqual([303, '/account']);
    expect(browser.cookies.get('svc_session')).not.toBe(before);
    expect(textOf(await browser.get('/account'))).toContain('Your password has changed.');
    await expectError(use(), 'token_unknown');
    const other = new Browser(http.origin);
    expect((await other.submit('/sign-in', ann)).status).toBe(403);
    expect((await other.submit('/sign-in', { ...ann, password: newPassword })).status).toBe(303);
  });
});
