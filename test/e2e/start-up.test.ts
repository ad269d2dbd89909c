import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ModuleManifest } from '../../kernel/index.js';
import { scenarioOf } from '../../modules/eval/testing/base.js';
import { makePlugin } from '../../modules/install/client/testing/make-plugin.js';
import { describeOnSqlite } from '../contract/databases.js';
import { codeLoadedBy, codeLoadedDuring, type LoadedCode } from './loaded-code.js';
import { openTools } from './mcp/tool-client.js';
import { newEnvironment } from './new-environment.js';
import { openProgram, type Program } from './program.js';
import { openRegistryServer, type RegistryServer } from './registry-server.js';

/*
 * What a start of the program costs is decided by what it loads. Measure before you add a name here
 * (`npm run bench`): help and version may cost 30 ms over bare node, a command of this machine 90.
 */
const always = ['fast-string-truncated-width', 'fast-string-width', 'picocolors'];
const command = [...always, 'reflect-metadata', 'tslib', 'tsyringe'];

const initialize = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  },
};

// 9 KB of it are the variables of lnk, one for each field that a variable can set, and 14 KB the addresses of pages: a fifth of a millisecond
it('reads at most 182 KB about its modules, once they have 250 operations', async () => {
  const text = await readFile('dist/manifests.json', 'utf8');
  const operations = (JSON.parse(text) as ModuleManifest[]).flatMap((one) => one.operations);
  expect((text.length / operations.length) * 250).toBeLessThanOrEqual(182_000);
});

describe('what is loaded', () => {
  let program: Program;

  beforeAll(async () => {
    program = await openProgram({ SVC_URL: 'http://127.0.0.1:9' });
    const { code } = await program.run(['init', '--agent', 'claude-code']);
    expect(code).toBe(0);
  });

  afterAll(() => program.close());

  it.each([[['--version']], [['--help']], [['plugin', '--help']], [['install', '--help']], [[]]])(
    'by `svc %j`: neither a module nor a library for commands',
    async (args) => {
      expect(await codeLoadedBy(program, args)).toMatchObject({ packages: always, modules: [] });
    },
  );

  it('by `svc list`: no parser, no validators, nothing that reads plugins or speaks to servers', async () => {
    const { packages } = await codeLoadedBy(program, ['list', '--json']);
    expect(packages).toEqual([...command, 'jsonc-parser'].sort());
  });

  it('by a command with arguments: of the validating libraries only the decorators in use', async () => {
    const { packages } = await codeLoadedBy(program, ['machines', 'registry.moderation']);
    expect(packages).toContain('yargs');
    for (const heavy of ['libphonenumber-js', 'typeorm', 'express', '@modelcontextprotocol/sdk'])
      expect(packages).not.toContain(heavy);
  });

  it('by an install from a folder: neither the parser that checks links for authors nor what reads archives', async () => {
    const folder = await makePlugin(join(program.home, 'plugin'), {
      name: 'acme/tools',
      skills: ['ship'],
    });
    const { packages, files } = await codeLoadedBy(program, ['install', `file:${folder}`]);
    expect(packages).toContain('yaml');
    for (const unused of ['micromark', 'mdast-util-from-markdown', 'tar-stream'])
      expect(packages).not.toContain(unused);
    expect(files).toContain('modules/install/module.ts');
    // what is only required: neither its declaration nor what can be asked of a server
    expect(
      files.filter((file) =>
        /^modules\/(identity|registry|persistence)\/(module|contract\/operations)/.test(file),
      ),
    ).toEqual([]);
  });

  it('by `svc eval lint`: the rules and the parser, and nothing that only running evaluations needs', async () => {
    const folder = join(program.home, 'evals/refunds');
    await mkdir(folder, { recursive: true });
    for (const [file, text] of Object.entries(scenarioOf()))
      await writeFile(join(folder, file), text);
    const { packages, files } = await codeLoadedBy(program, ['eval', 'lint', folder]);
    expect(packages).toEqual(
      expect.arrayContaining(['ignore', 'jsonc-parser', 're2js', 'stemmer']),
    );
    for (const unused of ['ajv', 'yaml', 'dotenv', 'proper-lockfile', 'tinyglobby', 'undici'])
      expect(packages).not.toContain(unused);
    expect(files.filter((file) => /^modules\/eval\/(client\/.+\/|server)/.test(file))).toEqual([]);
  });

  it('by the tool server before it is asked: its SDK, but no validator of answers', async () => {
    const { packages } = await codeLoadedBy(program, ['mcp', 'start'], {
      input: `${JSON.stringify(initialize)}\n`,
    });
    expect(packages).toEqual(
      [...command, '@modelcontextprotocol/sdk', 'zod', 'zod-to-json-schema'].sort(),
    );
  });
});

describeOnSqlite('what is loaded for schedules', (database) => {
  let registry: RegistryServer;
  let launch: Readonly<Record<string, string>>;

  beforeAll(async () => {
    registry = await openRegistryServer(database);
    const environment = await newEnvironment(registry, 'kitchen');
    const where = { repo: 'https://git.example/acme/shop', agent: 'scripted', workspace: 'acme' };
    launch = { cron: '0 9 1 1 *', skill: 'file:skills/tea', environment, ...where };
  });
  afterAll(() => registry.close());

  const expectClientOnly = ({ packages, files }: LoadedCode, action: string) => {
    expect(files).toContain(`modules/schedule/client/${action}.ts`);
    expect(files.filter((file) => /^modules\/[a-z-]+\/server\//.test(file))).toEqual([]);
    for (const ofServer of ['node-cron', 'typeorm', 'express'])
      expect(packages).not.toContain(ofServer);
  };

  it.each(['validate', 'list', 'create'])(
    'by `svc schedule %s`: nothing of the server, and no clock',
    async (action) => {
      const flags = Object.entries(launch).map(([name, value]) => `--${name}=${value}`);
      const args = { validate: [], list: ['--workspace', 'acme'], create: flags }[action]!;
      expectClientOnly(await codeLoadedBy(registry.program, ['schedule', action, ...args]), action);
    },
  );

  it.each(['list', 'create'])('by the tool `schedule_%s`: the same', async (action) => {
    const args = action === 'create' ? launch : { workspace: 'acme' };
    const loaded = await codeLoadedDuring(registry.program, async (env) => {
      const tools = await openTools(registry.program, { env });
      expect(await tools.call(`schedule_${action}`, args)).not.toHaveProperty('isError', true);
      await tools.close();
    });
    expectClientOnly(loaded, action);
  });
});
