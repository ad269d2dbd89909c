import { randomBytes } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { EnvironmentView } from '../../modules/launch/contract/environment-view.js';
import { describeByDayOn } from '../contract/databases-by-day.js';
import type { Finished } from './program.js';
import { openRegistryServer, type RegistryServer } from './registry-server.js';

/** Values of the environments: none of them may be shown or stored in clear. */
const secrets = Array.from({ length: 20 }, () => `canary${randomBytes(24).toString('hex')}`);
const [ofFile, ofInput, ofShell] = secrets as [string, string, string];

/** The ways in which a program may write a text. */
const spellings = secrets.flatMap((secret) => [
  secret,
  ...(['hex', 'base64', 'base64url'] as const).map((encoding) =>
    // without the ending, which depends on what follows
    Buffer.from(secret).toString(encoding).slice(0, 36),
  ),
]);
const isClear = (text: Buffer | string): boolean =>
  spellings.some((spelling) => text.includes(spelling));

/** Files below a folder that have a secret in them. */
async function clearIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  expect(files.length).toBeGreaterThan(0);
  const found: string[] = [];
  for (const { parentPath, name } of files)
    if (isClear(await readFile(join(parentPath, name)))) found.push(join(parentPath, name));
  return found;
}

/** Command lines of all processes of this machine. */
async function commandLines(): Promise<string[]> {
  const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = processes.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => ''));
  return Promise.all(lines);
}

describeByDayOn('postgres', 'environments for cloud runs', (database) => {
  let registry: RegistryServer;
  const said: Finished[] = [];
  const file = () => join(registry.program.cwd, 'secrets.env');

  beforeAll(async () => {
    const key = database.engine === 'postgres' ? randomBytes(32).toString('base64') : undefined;
    registry = await openRegistryServer(database, {
      env: { SVC_LOG_LEVEL: 'debug', SVC_SECRET_KEY: key },
    });
    await writeFile(
      file(),
      `# keys\n${secrets.map((secret, at) => `export KEY_${at}="${secret}" # x`).join('\r\n')}\n`,
    );
  });
  afterAll(() => registry.close());

  async function env(args: readonly string[], options: object = {}): Promise<Finished> {
    const finished = await registry.program.run(['env', ...args], {
      ...options,
      env: { SVC_WORKSPACE: 'acme', ...(options as { env?: object }).env },
    });
    said.push(finished);
    return finished;
  }

  async function json<T>(args: readonly string[], options: object = {}): Promise<T> {
    const { code, stdout, stderr } = await env([...args, '--json'], options);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return JSON.parse(stdout) as T;
  }

  it('are made of a file', async () => {
    const made = await json<EnvironmentView>(['create', 'nightly', '--file', 'secrets.env']);
    expect(made).toMatchObject({ name: 'nightly', keyNames: expect.arrayContaining(['KEY_19']) });
    expect(made.keyNames).toHaveLength(20);
    const again = await env(['create', 'nightly', '--file', 'secrets.env']);
    expect(again).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('svc env update nightly'),
    });
  });

  it('are made of standard input, while no process shows a value in its command line', async () => {
    const line = ['env', 'create', 'piped', '--file', '-', '-w', 'acme', '--json'];
    const started = registry.program.start(line);
    started.child.stdin!.write(`TOKEN=${ofInput}\n`);
    const lines = await commandLines();
    expect(lines.some((each) => each.includes('piped'))).toBe(true);
    expect(lines.filter(isClear)).toEqual([]);
    started.child.stdin!.end();
    const finished = await started.finished;
    said.push(finished);
    expect(JSON.parse(finished.stdout)).toMatchObject({ name: 'piped', keyNames: ['TOKEN'] });
  });

  it("are made of the caller's own environment", async () => {
    const from = ['--from', 'OPENAI_API_KEY', '--from', 'EMPTY'];
    const own = { env: { OPENAI_API_KEY: ofShell, EMPTY: '' } };
    expect(await json(['create', 'shell', ...from], own)).toMatchObject({
      keyNames: ['EMPTY', 'OPENAI_API_KEY'],
    });
    expect(await env(['create', 'other', ...from], { env: { EMPTY: '' } })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Your environment has no OPENAI_API_KEY.'),
    });
  });

  it('are listed and shown by name or id, by their variables only', async () => {
    const { stdout } = await env(['list']);
    expect(stdout).toMatch(/nightly.*KEY_0.*\n.*piped +TOKEN.*\n.*shell +EMPTY, OPENAI_API_KEY/);
    const shown = await json<EnvironmentView>(['view', 'piped']);
    expect(await json(['view', shown.id])).toEqual(shown);
    expect((await env(['view', 'shell'])).stdout).toMatch(/^shell .*\nEMPTY\nOPENAI_API_KEY\n$/);
    expect(await env(['view', 'nighty'])).toMatchObject({
      code: 4,
      stderr: expect.stringMatching(/no environment "nighty"[^]*It has nightly, piped, shell\./),
    });
  });

  it('have other variables after they are replaced', async () => {
    const changed = await json(['update', 'piped', '--file', '-'], { input: `A=${ofFile}` });
    expect(changed).toMatchObject({ name: 'piped', keyNames: ['A'] });
  });

  it('are refused with file and line, and without what stands there', async () => {
    const text = `A=1\n${ofFile}\nAWS_SECRET_ACCESS_KEY=${ofFile}\nB=${ofFile}#x\n`;
    await writeFile(file(), text);
    const refused = await env(['create', 'other', '--file', 'secrets.env']);
    expect(refused.code).toBe(3);
    for (const line of [2, 3, 4]) expect(refused.stderr).toContain(`secrets.env:${line}`);
    expect(refused.stderr).toContain('AWS_SECRET_ACCESS_KEY may not be set');
    await writeFile(file(), Buffer.from([0x41, 0x3d, 0xff]));
    for (const [args, code, message] of [
      [[], 2, '--file (- for'],
      [['--file', 'absent.env'], 2, 'absent.env cannot be read: there is no such file'],
      [['--file', '.'], 2, 'cannot be read'],
      [['--file', '/dev/zero'], 3, 'more than 64 KiB'],
      [['--file', 'secrets.env'], 3, 'UTF-8'],
      [['--from', 'SVC_WORKSPACE'], 3, 'SVC_WORKSPACE may not be set'],
    ] as const)
      expect(await env(['create', 'other', ...args])).toMatchObject({
        code,
        stderr: expect.stringContaining(message),
      });
  });

  it('are deleted when a person agrees', async () => {
    expect(await env(['delete', 'shell'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--yes'),
    });
    expect(await env(['delete', 'shell', '--yes'])).toMatchObject({ code: 0 });
    expect((await json<{ data: EnvironmentView[] }>(['list'])).data).toMatchObject([
      { name: 'nightly' },
      { name: 'piped' },
    ]);
  });

  it('have values that are clear in no answer, log, file or backup', async () => {
    const { program, server, location, svc } = registry;
    await writeFile(file(), '');
    await svc(['server', 'backup', 'backup.tar']);
    // its rows stand there as they are
    expect((await readFile(join(program.cwd, 'backup.tar'))).includes('nightly')).toBe(true);
    const audit = await svc(['audit', 'list', 'main']);
    expect(audit).toContain('launch.createEnvironment');
    expect(server.stderr()).toContain('/experimental/environments');
    const spoken = said.flatMap(({ stdout, stderr }) => [stdout, stderr]);
    expect([...spoken, audit, server.stdout(), server.stderr()].filter(isClear)).toEqual([]);
    const data = database.engine === 'sqlite' ? [location.dataDir] : [];
    for (const folder of [program.cwd, program.home, ...data])
      expect(await clearIn(folder)).toEqual([]);
  });
});
