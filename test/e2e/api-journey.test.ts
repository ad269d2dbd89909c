import { createServer, type IncomingMessage } from 'node:http';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeOnSqlite } from '../contract/databases.js';
import { listening, type Listening } from '../network/listening.js';
import { ADMIN, openRegistryServer, writePlugin, type RegistryServer } from './registry-server.js';

describeOnSqlite('svc api and svc auth token', (database) => {
  let registry: RegistryServer;
  let elsewhere: Listening;
  const heard: IncomingMessage[] = [];

  beforeAll(async () => {
    registry = await openRegistryServer(database);
    elsewhere = await listening(
      createServer((request, response) => {
        heard.push(request);
        response.writeHead(request.url === '/away' ? 302 : 200, {
          location: 'http://127.0.0.1:9/',
          'content-type': 'application/json',
        });
        response.end(
          '{"data":[{"text":"\\u0000\u009b2J"}],"links":{"next":"http://127.0.0.1:9/next"}}',
        );
      }),
    );
  });
  afterAll(async () => {
    await elsewhere.close();
    await registry.close();
  });

  const api = (args: string[], options: { env?: Record<string, string>; input?: string } = {}) =>
    registry.program.run(['api', ...args], options);

  it('calls the server as the signed-in person, with and without --json', async () => {
    for (const args of [
      ['GET', '/users/me'],
      ['GET', 'users/me', '--json'],
      ['GET', `${registry.server.origin}/users/me`],
    ]) {
      const { code, stdout, stderr } = await api(args);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(JSON.parse(stdout)).toMatchObject({ data: { user: { email: ADMIN.email } } });
    }
  });

  it('writes fields into the body or the query, takes the body from a file or standard input, and headers', async () => {
    const made = await api([
      'POST',
      '/v1/projects',
      '--field',
      'workspace=acme',
      '-F',
      'name=site',
      '-H',
      'Idempotency-Key: one',
    ]);
    expect(JSON.parse(made.stdout)).toMatchObject({ data: { fullName: 'acme/site' } });
    const listed = await api(['GET', '/v1/projects', '-F', 'workspace=acme', '-F', 'page[size]=1']);
    expect(JSON.parse(listed.stdout)).toMatchObject({ data: [{ fullName: 'acme/site' }] });
    const policy = JSON.stringify({
      installPolicy: { version: 1, rules: { minimumReleaseAge: { days: 2 } } },
    });
    await writeFile(join(registry.program.cwd, 'policy.json'), policy);
    expect(
      await api(['PUT', '/v1/policies/workspace/acme', '--input', 'policy.json']),
    ).toMatchObject({ code: 0 });
    const piped = await api(['PUT', '/v1/policies/workspace/acme', '--input', '-'], {
      input: policy.replace('2', '5'),
    });
    expect(JSON.parse(piped.stdout)).toMatchObject({
      data: { installPolicy: { rules: { minimumReleaseAge: { days: 5 } } } },
    });
    expect(await api(['DELETE', '/v1/policies/workspace/acme'])).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    });
  });

  it('prints all pages of a list as one document', async () => {
    for (const name of ['two', 'three']) await registry.svc(['workspace', 'create', name]);
    const { stdout } = await api(['GET', '/v1/workspaces?page[size]=1', '--paginate']);
    expect(
      (JSON.parse(stdout) as { data: { name: string }[] }).data.map(({ name }) => name).sort(),
    ).toEqual(['acme', 'three', 'two']);
  });

  it('hands on what is no JSON as it comes', async () => {
    await registry.svc([
      'plugin',
      'publish',
      await writePlugin(join(registry.program.cwd, 'acme/style'), { name: 'acme/style' }),
    ]);
    const { code, stdout } = await api([
      'GET',
      '/v1/tiles/acme/style/versions/1.0.0/files/rules/style.md',
    ]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'Be brief.\n' });
  });

  it("ends with the server's error and its exit code", async () => {
    const absent = await api(['GET', '/v1/workspaces/nowhere']);
    expect(absent).toMatchObject({
      code: 4,
      stdout: '',
      stderr: expect.stringContaining('There is no workspace "nowhere"'),
    });
    const wrong = await api(['PUT', '/v1/policies/workspace/acme', '-F', 'colour=red', '--json']);
    expect({ ...wrong, stdout: JSON.parse(wrong.stdout) as unknown }).toMatchObject({
      code: 3,
      stderr: '',
      stdout: { error: { code: 'invalid_input', status: 400, issues: [{ field: 'colour' }] } },
    });
    expect(
      await api(['GET', '/users/me'], { env: { SVC_HOME: join(registry.program.home, 'nobody') } }),
    ).toMatchObject({ code: 7 });
    expect(
      await api(['GET', '/users/me'], { env: { SVC_URL: 'http://127.0.0.1:9' } }),
    ).toMatchObject({ code: 6 });
  });

  it('sends the token nowhere else, whatever the path, a redirect or a link says', async () => {
    const away = `http://127.0.0.1:${elsewhere.port}`;
    const host = `//127.0.0.1:${elsewhere.port}`;
    for (const path of [
      `${away}/x`,
      `${host}/x`,
      `\\\\127.0.0.1:${elsewhere.port}/x`,
      `http://me@${registry.server.origin.slice(7)}/x`,
      'file:///etc/passwd',
    ]) {
      expect(await api(['GET', path])).toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringContaining('sends its token to no other server'),
      });
    }
    expect(heard).toEqual([]);
    const env = { SVC_URL: away, SVC_TOKEN: 'svc_key_x' };
    expect(await api(['GET', '/away'], { env })).toMatchObject({
      code: 6,
      stderr: expect.stringContaining('a redirect is not followed'),
    });
    const list = await api(['GET', '/list', '--paginate'], { env });
    expect(list).toMatchObject({ code: 0, stdout: expect.not.stringContaining('\u009b') });
    expect(heard.map(({ url }) => url)).toEqual(['/away', '/list']);
  });

  it.each([
    [
      ['GET', '/x', '-H', 'Authorization: Bearer secret'],
      'svc itself sets the header Authorization',
    ],
    [['GET', '/x', '-H', 'nothing'], '--header takes'],
    [['GET', '/x', '-F', 'nothing'], '--field takes <name>=<value>'],
    [['PUT', '/x', '--input', 'absent.json'], '--input absent.json cannot be read: ENOENT'],
    [['HEAD', '/x'], 'must be one of'],
    [['GET'], 'Missing argument: <path>'],
  ])('%j is refused', async (args, said) => {
    const refused = await api(args);
    expect(refused.code === 2 || refused.code === 3).toBe(true);
    expect(refused.stderr).toContain(said);
    expect(refused.stderr).not.toContain('secret');
  });

  it('prints the token and only it', async () => {
    const { program } = registry;
    const { home } = program;
    const token = (await registry.svc(['auth', 'token'])).trim();
    const me = await fetch(`${registry.server.origin}/users/me`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(me.status).toBe(200);
    expect(await registry.json(['auth', 'token'])).toEqual({
      server: registry.server.origin,
      token,
    });
    const options = (env: Record<string, string>) => ({ env });
    expect(await program.run(['auth', 'token'], options({ SVC_TOKEN: 'svc_key_x' }))).toMatchObject(
      {
        code: 0,
        stdout: 'svc_key_x\n',
        stderr: '',
      },
    );
    const nobody = await program.run(
      ['auth', 'token'],
      options({ SVC_HOME: join(home, 'nobody') }),
    );
    expect(nobody).toMatchObject({
      code: 7,
      stdout: '',
      stderr: expect.stringContaining('svc login'),
    });
  });

  it('is completed', async () => {
    const words = async (...typed: string[]) =>
      (await registry.program.run(['--get-yargs-completions', 'svc', ...typed])).stdout.split('\n');
    expect(await words('ap')).toEqual(expect.arrayContaining(['api', 'api-key']));
    expect(await words('auth', 't')).toContain('token');
    expect(await words('api', '--p')).toContain('--paginate');
  });
});
