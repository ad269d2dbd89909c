/** The package of the client, installed from its file as on a machine that has nothing else of ours. */
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makePlugin } from '../../modules/install/client/testing/make-plugin.js';
import { describeOnSqlite } from '../contract/databases.js';
import { openTools } from './mcp/tool-client.js';
import { installClient } from './packages.js';
import { openProgram, type Program } from './program.js';
import { newRepository, openRegistryServer, writePlugin } from './registry-server.js';

const MOST_BYTES = 12_000_000;
const POLL = resolve('test/fixtures/modules/poll');

let folder: string;
let svc: string;
let client: Program;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-client-'));
  svc = await installClient(folder);
  client = await openProgram({ SVC_URL: 'http://127.0.0.1:9' }, svc);
});
afterAll(async () => {
  await client.close();
  await rm(folder, { recursive: true, force: true });
});

const answered = async (
  args: readonly string[],
  {
    cwd = client.cwd,
    program = 'svc',
  }: { readonly cwd?: string; readonly program?: 'svc' | 'lnk' } = {},
): Promise<string> => {
  const { code, stdout, stderr } = await client.run(args, { cwd, program });
  expect({ args, code, stderr: code === 0 ? '' : stderr }).toEqual({ args, code: 0, stderr: '' });
  return stdout;
};

describe('what is in it', () => {
  it('is small, needs no other package, and no installation scripts', async () => {
    const installed = resolve(svc, '../../..');
    const files = await readdir(installed, { recursive: true, withFileTypes: true });
    const sizes = await Promise.all(
      files
        .filter((file) => file.isFile())
        .map(async (file) => (await stat(join(file.parentPath, file.name))).size),
    );
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MOST_BYTES);
    expect(await readdir(dirname(installed))).toEqual(['svc-client']);
    const own = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as object;
    expect(own).not.toHaveProperty('dependencies');
    expect(own).not.toHaveProperty('scripts');
  });

  it('asks for nothing that is not in it', async () => {
    const bin = dirname(svc);
    const here = await readdir(bin);
    const asked = new Set<string>();
    for (const name of here.filter((file) => file.endsWith('.cjs'))) {
      const text = await readFile(join(bin, name), 'utf8');
      for (const [, id = ''] of text.matchAll(/(?<![\w.$])(?:require|import)\("([^"\s]+)"\)/g))
        asked.add(id);
    }
    // ajv holds the text of programs that it can write
    const missing = [...asked].filter(
      (id) => !isBuiltin(id) && !here.includes(id.slice(2)) && !/^ajv(-formats)?\/dist\//.test(id),
    );
    expect(missing).toEqual([]);
    expect(asked.size).toBeGreaterThan(here.length / 2);
  });
});

describe('commands of the server', () => {
  it('are listed, with the package that has them', async () => {
    expect(await answered(['--help'])).toMatch(
      /svc serve +Run a registry server \(in the package svc-registry\)/,
    );
    expect(await answered(['server', '--help'])).toContain('(in the package svc-registry)');
  });

  it.each([
    [['serve', '--dev']],
    [['worker']],
    [['server', 'backup', 'all.tar']],
    [['server', 'user', 'reset', 'ann@example.com']],
    [['modules', 'add', POLL, '--server']],
  ])('say how to install it: svc %j', async (args) => {
    const { code, stdout } = await client.run([...args, '--json']);
    expect(code).toBe(6);
    expect(JSON.parse(stdout)).toMatchObject({
      error: {
        code: 'server_package_needed',
        hint: expect.stringContaining(
          'npm uninstall -g svc-client && npm install -g --allow-scripts=sqlite3,argon2 ./svc-registry-',
        ) as unknown,
      },
    });
  });
});

describe('without a server', () => {
  it('both programs say what they are', async () => {
    const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
    for (const program of ['svc', 'lnk'] as const)
      expect(await answered(['--version'], { program })).toBe(`${version}\n`);
    expect(await answered(['--help'], { program: 'lnk' })).toContain('lnk config');
    expect(await answered(['completion', 'bash'])).toContain('svc');
    expect(await answered(['settings'])).toContain('SVC_URL');
    const doctor = await client.run(['doctor', '--json']);
    expect(JSON.parse(doctor.stdout)).toMatchObject({ version, server: { ready: false } });
    expect((JSON.parse(doctor.stdout) as { faults: string[] }).faults).toHaveLength(1);
  });

  it('a project is set up, installed into and verified; hooks are answered', async () => {
    const cwd = await newRepository(client, 'project');
    const plugin = await makePlugin(join(client.home, 'tea'), {
      name: 'acme/tea',
      skills: ['tea'],
      rules: ['tea'],
    });
    await answered(['init', '--agent', 'claude-code'], { cwd });
    await answered(['install', `file:${plugin}`, '--allow-dir', plugin], { cwd });
    expect(await answered(['list', '--json'], { cwd })).toContain('acme/tea');
    await answered(['verify-install'], { cwd });
    const event = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: {} };
    expect(
      await client.run(['hook', 'run', '--agent=claude-code', '--event=PreToolUse'], {
        cwd,
        input: JSON.stringify({ ...event, session_id: 'one', cwd }),
      }),
    ).toMatchObject({ code: 0, stderr: '' });
  });

  it('lnk checks a configuration, and decides, also by patterns that need a thread', async () => {
    const incoming = { mode: 'steal', http_filter: { header_filter: '^x-user: (?!bob)' } };
    const target = { path: 'deployment/orders', namespace: 'shop' };
    const file = join(client.cwd, 'lnk.json');
    await writeFile(file, JSON.stringify({ target, feature: { network: { incoming } } }));
    await answered(['config', 'verify', file], { program: 'lnk' });
    const asked = ['config', 'decide', 'incoming', '80', 'x-user: ann', '-f', file];
    const decided = await answered([...asked, '--json'], { program: 'lnk' });
    expect(JSON.parse(decided)).toMatchObject({ verdict: 'stolen' });
  });

  it('a coding agent that is not installed is named', async () => {
    const { code, stderr } = await client.run(['agent', 'hello']);
    expect({ code, stderr }).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('pi-coding-agent') as unknown,
    });
  });

  it('modules from outside are checked as far as they are for the client, added, and run', async () => {
    const check = JSON.parse(await answered(['modules', 'check', POLL, '--json'])) as {
      warnings: { message: string }[];
    };
    expect(check.warnings.map(({ message }) => message)).toContain(
      'whether it starts on a server is not checked here: that needs the package svc-registry',
    );
    await answered(['modules', 'add', POLL]);
    expect(await answered(['poll', 'lint', 'Lunch at noon'])).toBe(
      'A question ends in a question mark.\n',
    );
    await answered(['modules', 'add', resolve('test/fixtures/modules/tunnels')]);
    expect(await answered(['session', 'list'], { program: 'lnk' })).toContain('staging');
    for (const id of ['poll', 'tunnels']) await answered(['modules', 'remove', id]);
  });
});

describeOnSqlite('with a server of the other package', (database) => {
  it('publishes, finds and installs, by commands and by tools', async () => {
    const registry = await openRegistryServer(database);
    const env = { SVC_URL: registry.server.origin, SVC_TOKEN: await registry.apiKey('owner') };
    const program = await openProgram(env, svc);
    try {
      const plugin = await writePlugin(join(program.cwd, 'brew'), { name: 'acme/brew' });
      const cwd = await newRepository(program, 'shop');
      for (const args of [
        ['plugin', 'lint', plugin],
        ['plugin', 'pack', plugin],
        ['plugin', 'publish', plugin],
        ['init', '--agent', 'claude-code'],
        ['install', 'acme/brew', '--yes'],
      ]) {
        const { code, stderr } = await program.run(args, { cwd });
        expect({ args, code, stderr: code === 0 ? '' : stderr }).toMatchObject({ code: 0, args });
      }
      expect((await program.run(['search', 'brew'])).stdout).toContain('acme/brew');
      const tools = await openTools(program, { cwd });
      try {
        const { tools: listed } = await tools.client.listTools();
        expect(listed.length).toBeGreaterThan(10);
        expect(tools.stderr()).toBe('');
      } finally {
        await tools.close();
      }
    } finally {
      await program.close();
      await registry.close();
    }
  });
});
