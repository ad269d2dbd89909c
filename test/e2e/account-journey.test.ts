import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeByDayOn } from '../contract/databases-by-day.js';
import { openProgram, type Program, type Server } from './program.js';
import { ADMIN, firstCode, signIn } from './registry-server.js';

describeByDayOn('sqlite', 'accounts, from the first start', (database) => {
  let program: Program;
  let server: Server;

  beforeAll(async () => {
    program = await openProgram((await database.create()).env);
    server = await program.serve();
  });

  afterAll(async () => {
    await server.stop();
    await program.close();
  });

  const svc = (...args: string[]) => program.run(args);

  it('nobody is signed in', async () => {
    expect(await svc('whoami')).toMatchObject({
      code: 7,
      stdout: '',
      stderr: expect.stringContaining('svc login'),
    });
    expect(await svc('workspace', 'list')).toMatchObject({ code: 7 });
  });

  it('the printed code makes the first administrator, once', async () => {
    const code = await firstCode(server);
    expect(await signIn(program, ADMIN, code)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(ADMIN.email),
    });
    expect((await stat(join(program.home, '.svc/credentials.json'))).mode & 0o777).toBe(0o600);
    const whoami = await svc('whoami', '--json');
    expect(JSON.parse(whoami.stdout)).toMatchObject({
      kind: 'user',
      user: { email: ADMIN.email },
      organizations: [{ role: 'admin' }],
    });
    expect((await svc('auth', 'whoami')).stdout).toContain(ADMIN.email);
    expect(
      await signIn(program, { email: 'second@example.com', password: ADMIN.password }, code),
    ).not.toMatchObject({ code: 0 });
  });

  it('signs out and in again, with the right password only', async () => {
    expect(await svc('logout')).toMatchObject({ code: 0 });
    expect(await svc('whoami')).toMatchObject({ code: 7 });
    expect(await signIn(program, { ...ADMIN, password: 'wrong horse battery' })).toMatchObject({
      code: 7,
      stdout: '',
    });
    expect(await signIn(program, ADMIN)).toMatchObject({ code: 0 });
    expect(await svc('whoami')).toMatchObject({ code: 0 });
  });

  it('makes workspaces and gives roles in them', async () => {
    expect(await svc('workspace', 'create', 'acme')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('acme'),
    });
    expect(await svc('workspace', 'create', 'acme')).toMatchObject({ code: 5 });
    expect(await svc('workspace', 'create', 'Not A Name')).toMatchObject({ code: 3 });
    expect((await svc('workspace', 'list')).stdout).toMatch(/acme +\S+ +owner/);
    expect((await svc('org', 'list')).stdout).toMatch(/admin/);

    const invited = await svc(
      'workspace',
      'add-member',
      'acme',
      'bob@example.com',
      '--role',
      'publisher',
    );
    const code = /\b(svc_code_\w{38})\b/.exec(invited.stdout)?.[1];
    const bob = { email: 'bob@example.com', password: 'battery horse correct' };
    const home = join(program.cwd, 'bob');
    await mkdir(home);
    const env = { HOME: home, SVC_HOME: join(home, '.svc'), SVC_LOGIN_CODE: code };
    const args = ['login', '--code', '--email', bob.email, '--password-stdin'];
    expect(await program.run(args, { env, input: `${bob.password}\n` })).toMatchObject({ code: 0 });
    expect((await svc('workspace', 'list-members', 'acme')).stdout).toMatch(
      /bob@example\.com +publisher/,
    );
    expect(await program.run(['workspace', 'create', 'bobs'], { env })).toMatchObject({ code: 7 });
    expect(await svc('workspace', 'remove-member', 'acme', bob.email)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--yes'),
    });
    expect((await svc('workspace', 'list-members', 'acme')).stdout).toContain(bob.email);
    expect(await svc('workspace', 'remove-member', 'acme', bob.email, '--yes')).toMatchObject({
      code: 0,
    });
    expect((await svc('workspace', 'list-members', 'acme')).stdout).not.toContain(bob.email);
    expect(await program.run(['workspace', 'list-members', 'acme'], { env })).toMatchObject({
      code: 4,
    });
  });

  it('gives API keys, which work without a home and cannot make more', async () => {
    const made = await svc('api-key', 'create', 'ci', '--workspace', 'acme', '--json');
    const { value, id } = JSON.parse(made.stdout) as { value: string; id: string };
    const env = { SVC_TOKEN: value, HOME: '/dev/null', SVC_HOME: undefined };
    const whoami = await program.run(['whoami', '--json'], { env });
    expect(whoami).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(whoami.stdout)).toMatchObject({
      kind: 'key',
      user: null,
      key: { name: 'ci', role: 'publisher', workspace: 'acme' },
    });
    expect(
      await program.run(['api-key', 'create', 'more', '--workspace', 'acme'], { env }),
    ).toMatchObject({ code: 7 });
    const short = await svc(
      'api-key',
      'create',
      'short',
      '--workspace',
      'acme',
      '--expires',
      '3d',
      '--json',
    );
    const ending = { ...env, SVC_TOKEN: (JSON.parse(short.stdout) as { value: string }).value };
    const warned = await program.run(['workspace', 'list', '--json'], { env: ending });
    expect(warned).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(
        /^warning: The API key "short" expires on \d{4}-\d\d-\d\d;.*\n$/,
      ),
    });
    expect(JSON.parse(warned.stdout)).toMatchObject({ data: expect.any(Array) });
    const listed = await svc('api-key', 'list', '--workspace', 'acme');
    expect(listed.stdout).toMatch(/ci +publisher/);
    expect(listed.stdout).not.toContain(value);
    expect(await svc('api-key', 'delete', id, '--yes')).toMatchObject({ code: 0 });
    expect(await program.run(['whoami'], { env })).toMatchObject({
      code: 7,
      stderr: expect.stringContaining('revoked'),
    });
  });
});
