import { afterEach, beforeEach, describe, expect } from '@jest/globals';
import { recordingLog, type LogEntry } from 'svc-registry/testing';
import {
  addOrganizationMember,
  addWorkspaceMember,
  whoAmI,
} from '../../../modules/identity/contract/index.js';
import { SessionUse } from '../../../modules/identity/server/accounts/session-use.js';
import { describeEachDatabase } from '../databases.js';
import { itInTurn } from '../databases-by-day.js';
import { codeIn, PASSWORD, startIdentity, type IdentityServer } from '../identity-server.js';
import { Browser, csrfIn, type Seen } from './browser.js';
import { startHttp, type HttpHost } from './http-host.js';
import { expectError } from '../expect-error.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const PUBLIC = 'https://svc.example.com';

describeEachDatabase('the pages of accounts', (database) => {
  const it = itInTurn(database);
  let server: IdentityServer;
  let http: HttpHost;
  let browser: Browser;
  let log: LogEntry[];
  const later = (ms: number) => {
    server.later(ms);
  };
  const newBrowser = () => new Browser(http.origin);
  const ann = { email: 'ann@example.com', password: PASSWORD };
  const signIn = (who = ann, at = browser): Promise<Seen> => at.submit('/sign-in', who);
  const textOf = ({ html }: Seen): string => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');

  const open = async (env: Readonly<Record<string, string>> = {}): Promise<void> => {
    server = await startIdentity(database, { env: { SVC_PUBLIC_URL: PUBLIC, ...env } });
    log = [];
    http = await startHttp(server.host.kernel, { log: recordingLog(log) });
    browser = newBrowser();
  };
  const close = async (): Promise<void> => {
    http.close();
    await server.stop();
  };
  beforeEach(() => open());
  afterEach(close);

  describe('a trial server', () => {
    const linkIn = (lines: readonly string[]): string =>
      /http:\/\/127\.0\.0\.1:4873(\/trial\/\w+)/.exec(lines.join('\n'))![1]!;

    it('prints a link that lets a browser in while it runs', async () => {
      const [before, link] = [
        linkIn(await server.started({ dev: true })),
        linkIn(await server.started({ dev: true })),
      ];
      expect(textOf(await browser.get(link))).toContain('Continue as dev@localhost');
      expect(browser.cookies.has('svc_session')).toBe(false);
      const entered = await browser.submit(link);
      expect([entered.status, entered.headers.get('location')]).toEqual([303, '/']);
      expect(textOf(await browser.get('/'))).toContain('dev dev · owner');
      expect(await newBrowser().get(before)).toMatchObject({
        status: 404,
        html: expect.stringContaining('svc serve --dev'),
      });
      expect(JSON.stringify(log)).not.toContain(link.slice('/trial/'.length));
    });

    it('does not exist without --dev, not even for a person with a code', async () => {
      const code = codeIn(await server.started());
      for (const guess of [code, 'undefined', 'x'])
        expect((await browser.get(`/trial/${guess}`)).status).toBe(404);
      const csrf = csrfIn(await browser.get('/first-run'));
      expect((await browser.post(`/trial/${code}`, { csrf })).status).toBe(404);
    });
  });

  describe('a new server', () => {
    const firstRun = { email: ann.email, password: PASSWORD, organization: 'acme' };

    it('asks for the printed code, and who has it becomes the first administrator', async () => {
      const lines = await server.started();
      expect(lines.join('\n')).toContain('http://127.0.0.1:4873/first-run');
      expect((await browser.get('/')).headers.get('location')).toBe('/first-run');
      expect((await browser.get('/sign-in')).headers.get('location')).toBe('/first-run');
      const done = await browser.submit('/first-run', { ...firstRun, code: ` ${codeIn(lines)} ` });
      expect([done.status, done.headers.get('location')]).toEqual([303, '/']);
      const start = textOf(await browser.get('/'));
      expect(start).toContain('The server is set up.');
      expect(start).toContain('acme (admin)');
    });

    it('says what is wrong with what was entered, and keeps the code', async () => {
      const code = codeIn(await server.started());
      const wrong = await browser.submit('/first-run', {
        code,
        email: 'ann',
        password: 'short',
        organization: 'Not A Name',
      });
      expect(wrong.status).toBe(400);
      expect(
        [...wrong.html.matchAll(/class="wrong" id="(\w+)-hint"/g)].map(([, name]) => name),
      ).toEqual(['email', 'password', 'organization']);
      expect(wrong.html).not.toContain('value="short"');
      const guessed = await browser.submit('/first-run', {
        ...firstRun,
        code: `svc_code_${'a'.repeat(38)}`,
      });
      expect([guessed.status, textOf(guessed)]).toEqual([
        403,
        expect.stringContaining('This code is unknown'),
      ]);
      expect((await browser.submit('/first-run', { ...firstRun, code })).status).toBe(303);
    });

    it('has no such page once there are accounts', async () => {
      await server.firstAdmin(ann.email, 'acme');
      expect((await browser.get('/first-run')).headers.get('location')).toBe('/');
      const csrf = csrfIn(await browser.get('/sign-in'));
      expect(
        (
          await browser.post('/first-run', { ...firstRun, csrf, email: 'eve@example.com' })
        ).headers.get('location'),
      ).toBe('/');
      expect(browser.cookies.has('svc_session')).toBe(false);
    });
  });

  describe('signing in', () => {
    beforeEach(async () => {
      await server.firstAdmin(ann.email, 'acme');
    });

    it('shows who is signed in, where they belong and how to go on from here', async () => {
      expect(textOf(await browser.get('/'))).toContain('Plugins for your coding agents');
      const entered = await signIn({ ...ann, email: ' ANN@example.com ' });
      expect([entered.status, entered.headers.get('location')]).toEqual([303, '/']);
      const { html } = await browser.get('/');
      expect(html).toContain('ann@example.com');
      expect(html).toContain(`SVC_URL=${http.origin} svc login`);
      expect((await browser.get('/sign-in?next=/invitations')).headers.get('location')).toBe(
        '/invitations',
      );
    });

    it('says where the program comes from as far as the server knows, and never a name that nobody can install', async () => {
      await signIn();
      const unknown = textOf(await browser.get('/'));
      expect(unknown).toContain('from the operator of this server');
      expect(unknown).not.toContain('npm install');
      await close();
      const address = 'https://files.example.com/svc-client.tgz?a=1&b=2';
      await open({ SVC_PACKAGE: address });
      await server.firstAdmin(ann.email, 'acme');
      await signIn();
      const escaped = address.replaceAll('&', '&amp;');
      expect(textOf(await browser.get('/'))).toContain(`npm install -g ${escaped}`);
    });

    it('comes back to the page that asked for it, and goes nowhere else', async () => {
      const to = async (next: string): Promise<string | null> => {
        const at = newBrowser();
        const address = `/sign-in?next=${encodeURIComponent(next)}`;
        const action = /<form method="post" action="([^"]+)"/
          .exec((await at.get(address)).html)![1]!
          .replaceAll('&amp;', '&');
        return (await at.post(action, { ...ann, csrf: csrfIn(await at.get(address)) })).headers.get(
          'location',
        );
      };
      expect(await to('/device?code=BCDF-GHJK')).toBe('/device?code=BCDF-GHJK');
      const elsewhere = [
        '//evil.example',
        'https://evil.example',
        '/\\evil.example',
        '/\t/evil.example',
        '/.//evil.example',
        'javascript:alert(1)',
      ];
      for (const next of elsewhere) expect(await to(next)).toBe('/');
    });

    it('replaces a session that was planted, and the one before', async () => {
      browser.cookies.set('svc_session', `svc_page_${'a'.repeat(38)}`);
      await signIn();
      const first = browser.cookies.get('svc_session')!;
      const csrf = csrfIn(await browser.get('/'));
      await browser.post('/sign-in', { ...ann, csrf });
      const second = browser.cookies.get('svc_session')!;
      expect(second).not.toBe(first);
      const old = newBrowser();
      old.cookies.set('svc_session', first);
      expect((await old.get('/')).html).not.toContain('Sign out');
    });
  });

  describe('the session of a browser', () => {
    beforeEach(async () => {
      await server.firstAdmin(ann.email, 'acme');
      await signIn();
    });
    const cookie = () => browser.cookies.get('svc_session')!;
    const isSignedIn = async (at = browser): Promise<boolean> => {
      const { html } = await at.get('/');
      await (await server.host.server!.services('identity')).get(SessionUse).dispose();
      return html.includes('Sign out');
    };

    it('is good for pages only: no header and no operation takes it', async () => {
      expect(await isSignedIn()).toBe(true);
      const ask = (headers: Record<string, string>) =>
        fetch(`${http.origin}/users/me`, { headers });
      const marked = encodeURIComponent(`page ${cookie()}`);
      for (const token of [cookie(), `page ${cookie()}`, marked, `page%20${cookie()}`]) {
        expect((await ask({ Authorization: `Bearer ${token}` })).status).toBe(401);
      }
      expect((await ask({ Cookie: `svc_session=${cookie()}` })).status).toBe(401);
      expect(
        (await ask({ Cookie: `svc_session=${cookie()}`, Accept: 'text/html' })).headers.get(
          'content-type',
        ),
      ).toContain('problem+json');
      await expectError(server.invoke(whoAmI, {}, cookie()), 'token_unknown');
    });

    it('is not what a program has: its token is nobody in a cookie', async () => {
      const program = newBrowser();
      program.cookies.set('svc_session', await server.newSession(ann.email));
      expect(await isSignedIn(program)).toBe(false);
    });
  });

  describe('an invitation', () => {
    const bob = { email: "bob.o'hara&sons@example.com", password: 'battery horse correct' };
    let admin: string;

    const invite = async (email = bob.email): Promise<{ code: string; link: string | null }> => {
      const { invitation } = await server.invoke(
        addWorkspaceMember,
        { workspace: 'web', email, role: 'publisher' },
        admin,
      );
      return invitation!;
    };

    beforeEach(async () => {
      admin = await server.firstAdmin(ann.email, 'acme');
      await server.newWorkspace(admin, 'web');
    });

    it('comes as a link that says who invites whom to what, and works once', async () => {
      const { code, link } = await invite();
      expect(link).toBe(`${PUBLIC}/invitations/${code}`);
      const path = new URL(link!).pathname;
      // programs that look at links use nothing up
      expect((await newBrowser().get(path)).status).toBe(200);
      const shown = textOf(await browser.get(path));
      expect(shown).toContain(
        'ann@example.com invites you to the workspace web of the organization acme , as publisher',
      );
      expect((await browser.get(path)).html).toContain(
        'value="bob.o&#39;hara&amp;sons@example.com"',
      );

      const joined = await browser.submit(path, { password: bob.password });
      expect([joined.status, joined.headers.get('location')]).toEqual([303, '/']);
      const start = textOf(await browser.get('/'));
      expect(start).toContain('You have joined acme.');
      expect(start).toMatch(/web acme · publisher/);

      const again = await newBrowser().get(path);
      expect([again.status, textOf(again)]).toEqual([
        410,
        expect.stringContaining('This invitation was already used on 2026-03-01'),
      ]);
      expect((await newBrowser().post(path, { csrf: 'x', password: bob.password })).status).toBe(
        410,
      );
    });

    it('asks who has an account already for its password', async () => {
      const other = await server.foundOrganization('globex', 'gil@example.com');
      const { invitation } = await server.invoke(
        addOrganizationMember,
        { organization: 'globex', email: ann.email },
        other,
      );
      const path = `/invitations/${invitation!.code}`;
      expect((await browser.get(path)).html).toContain('autocomplete="current-password"');
      const wrong = await browser.submit(path, { password: 'not the password' });
      expect([wrong.status, textOf(wrong)]).toEqual([
        403,
        expect.stringContaining('the password is wrong'),
      ]);
      expect((await browser.submit(path, { password: PASSWORD })).status).toBe(303);
      expect(textOf(await browser.get('/'))).toMatch(
        /acme \(admin\), organization globex \(member\)/,
      );
    });

    it('tells somebody else who is signed in that they will not be', async () => {
      await signIn();
      const { code } = await invite();
      expect(textOf(await browser.get(`/invitations/${code}`))).toContain(
        'You are signed in as ann@example.com',
      );
    });

    it('says that it has expired, was replaced, or never was', async () => {
      const { code: replaced } = await invite();
      const { code } = await invite();
      expect(textOf(await browser.get(`/invitations/${replaced}`))).toContain(
        'This code is unknown',
      );
      later(7 * DAY);
      const expired = await browser.get(`/invitations/${code}`);
      expect([expired.status, textOf(expired)]).toEqual([
        410,
        expect.stringContaining('This invitation expired on 2026-03-08'),
      ]);
      for (const odd of [
        'x',
        `svc_code_${'a'.repeat(38)}`,
        '%00',
        encodeURIComponent("' OR 1=1 --"),
        admin,
      ]) {
        expect([403, 404]).toContain((await browser.get(`/invitations/${odd}`)).status);
      }
    });

    it('is found by its code where there is no link', async () => {
      const { code } = await invite();
      expect(
        (await browser.submit('/invitations', { code: ` ${code}\n` })).headers.get('location'),
      ).toBe(`/invitations/${code}`);
      const wrong = await browser.submit('/invitations', { code: '//evil.example' });
      expect([wrong.status, wrong.headers.get('location')]).toEqual([403, null]);
    });

    it('leaves its code, passwords and cookies in no log', async () => {
      const { code } = await invite();
      await browser.submit(`/invitations/${code}`, { password: bob.password });
      await browser.get('/');
      const secrets = [
        code.slice(-20),
        bob.password,
        browser.cookies.get('svc_session')!.slice(-20),
      ];
      expect(log.some(({ fields }) => fields['path'] === '/invitations/svc_code_…')).toBe(true);
      const written = JSON.stringify([log, server.host.log]);
      for (const secret of secrets) expect(written).not.toContain(secret);
    });
  });

  it('the code of the first administrator is no invitation', async () => {
    const code = codeIn(await server.started());
    expect((await browser.get(`/invitations/${code}`)).status).toBe(403);
  });
});
