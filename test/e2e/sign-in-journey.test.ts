import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeByDayOn } from '../contract/databases-by-day.js';
import { Browser, csrfIn } from '../contract/web/browser.js';
import { openTools } from './mcp/tool-client.js';
import type { Started } from './program.js';
import {
  ADMIN,
  newRepository,
  openRegistryServer,
  signIn,
  writePlugin,
  type RegistryServer,
} from './registry-server.js';
import { until } from '../until.js';

const CODE = /[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}/;

describeByDayOn('sqlite', 'signing in with the browser, over the built programs', (database) => {
  let registry: RegistryServer;
  let browser: Browser;
  /** Homes of people who are not signed in yet. */
  let homes = 0;
  const newHome = () => {
    const home = join(registry.program.home, `person${++homes}`);
    return { HOME: home, SVC_HOME: join(home, '.svc') };
  };
  const answer = async (how: 'approve' | 'deny', code: string): Promise<void> => {
    const csrf = csrfIn(await browser.get('/device'));
    expect((await browser.post('/device', { csrf, code, answer: how })).status).toBe(303);
  };
  const codeOf = (started: Started): Promise<string> =>
    until(() => CODE.exec(started.stderr())?.[0]);
  const login = (args: readonly string[], env: Record<string, string | undefined>) =>
    registry.program.start(['login', ...args], { env, input: '' });

  beforeAll(async () => {
    registry = await openRegistryServer(database);
    await registry.svc([
      'plugin',
      'publish',
      await writePlugin(join(registry.program.cwd, 'tools'), { name: 'acme/tools', private: true }),
    ]);
    browser = new Browser(registry.server.origin);
    expect((await browser.submit('/sign-in', ADMIN)).status).toBe(303);
  });
  afterAll(() => registry.close());

  it('svc login shows page and code, waits, and keeps the credentials', async () => {
    const env = newHome();
    const started = login(['--no-browser', '--json'], env);
    const code = await codeOf(started);
    expect(started.stderr()).toContain(`${registry.server.origin}/device?code=${code}`);
    expect((await browser.get(`/device?code=${code}`)).html).toContain('svc on ');
    await answer('approve', code);
    const { code: exit, stdout } = await started.finished;
    expect(exit).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      server: registry.server.origin,
      email: ADMIN.email,
    });
    expect((await stat(join(env.SVC_HOME, 'credentials.json'))).mode & 0o777).toBe(0o600);
    expect((await registry.program.run(['whoami'], { env })).stdout).toContain(ADMIN.email);
    const sessions = await registry.program.run(['session', 'list'], { env });
    expect(sessions.stdout).toMatch(/svc on .*\(this one\).*127\.0\.0\.1/);
    expect(await registry.program.run(['logout', '--everywhere'], { env })).toMatchObject({
      code: 0,
    });
    expect((await browser.get('/account')).headers.get('location')).toContain('/sign-in');
    await browser.submit('/sign-in', ADMIN);
  });

  it('a denial ends it; so does an interrupt, quietly', async () => {
    const [denied, interrupted] = [
      login(['--no-browser'], newHome()),
      login(['--no-browser'], newHome()),
    ];
    await answer('deny', await codeOf(denied));
    await codeOf(interrupted);
    interrupted.child.kill('SIGINT');
    expect(await interrupted.finished).toMatchObject({
      code: 130,
      stdout: '',
      stderr: expect.stringMatching(/was cancelled\.\n$/),
    });
    const end = await denied.finished;
    expect(end).toMatchObject({
      code: 7,
      stdout: '',
      stderr: expect.stringContaining('was denied in the browser'),
    });
    expect(end.stderr).not.toMatch(/\n\s+at /);
  });

  it('opens the browser where there is a screen, with nothing but the address', async () => {
    const env = newHome();
    const bin = join(registry.program.cwd, 'bin');
    const opened = join(registry.program.cwd, 'opened');
    await mkdir(bin, { recursive: true });
    await writeFile(join(bin, 'xdg-open'), `#!/bin/sh\nprintf '%s\\n' "$#" "$@" > '${opened}'\n`);
    await chmod(join(bin, 'xdg-open'), 0o755);
    const screen = { ...env, DISPLAY: ':0', PATH: `${bin}:${registry.program.env['PATH'] ?? ''}` };
    const started = login(['--browser'], screen);
    const code = await codeOf(started);
    const seen = await until(async () =>
      existsSync(opened) ? (await readFile(opened, 'utf8')) || undefined : undefined,
    );
    expect(seen).toBe(`1\n${registry.server.origin}/device?code=${code}\n`);
    started.child.kill('SIGINT');
    await started.finished;
  });

  it('the tool login answers immediately; the sign-in and the missing plugins follow', async () => {
    const repo = await newRepository(registry.program, 'repo');
    await writeFile(
      join(repo, 'svc.json'),
      JSON.stringify({ name: 'repo', dependencies: { 'acme/tools': { version: '1.0.0' } } }),
    );
    const { call, data, pid, close } = await openTools(registry.program, {
      cwd: repo,
      env: newHome(),
    });
    // a tool that needs somebody to be signed in begins the sign-in itself; the search, which does not, never does
    expect((await call('search', { query: 'tools' })).isError).not.toBe(true);
    const refused = JSON.stringify(await call('workspace_list'));
    expect(refused).toContain('sign_in_required');
    const begun = CODE.exec(refused)?.[0];
    const { page, userCode, opened } = (await data('login')) as {
      page: string;
      userCode: string;
      opened: boolean;
    };
    expect({ userCode, page, opened }).toEqual({
      userCode: begun,
      page: `${registry.server.origin}/device?code=${userCode}`,
      opened: false,
    });
    expect(await data('status')).toMatchObject({
      authentication: { authenticated: false },
      manifest: { summary: { missing: 1 } },
    });
    await answer('approve', userCode);
    await until(async () => {
      const { manifest } = (await data('status')) as {
        manifest: { summary: { upToDate: number } };
      };
      return manifest.summary.upToDate === 1;
    });
    expect(await data('status')).toMatchObject({
      authentication: { authenticated: true, email: ADMIN.email },
    });
    expect(existsSync(join(repo, '.svc/plugins/acme/tools'))).toBe(true);
    // and once more, to end with a sign-in that waits
    expect(await data('login')).not.toMatchObject({ userCode });
    await close();
    await until(() => !isRunning(pid));
  });

  it('the operator of the server lets the last admin back in', async () => {
    const { program } = registry;
    expect((await registry.server.stop()).code).toBe(0);
    const reset = await program.run(['server', 'user', 'reset', ADMIN.email, '--json']);
    expect(reset).toMatchObject({ code: 0, stderr: '' });
    const { code } = JSON.parse(reset.stdout) as { code: string };
    expect(await program.run(['server', 'user', 'reset', 'nobody@example.com'])).toMatchObject({
      code: 4,
    });
    await program.serve();
    const password = 'another horse battery';
    expect(await signIn(program, { ...ADMIN, password }, code)).toMatchObject({ code: 0 });
    expect((await program.run(['whoami'])).stdout).toContain(ADMIN.email);
    expect(await signIn(program, ADMIN)).toMatchObject({ code: 7 });
  });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
