import { constants } from 'node:fs';
import { access, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type DatabaseLocation } from '../contract/databases.js';
import { describeByDayOn } from '../contract/databases-by-day.js';
import {
  installArchives,
  installForAuthor,
  installProduct,
  pack,
  packProduct,
  runNode,
} from './packages.js';
import { openProgram, type Program, type Server } from './program.js';
import { ADMIN, firstCode, signIn, writePlugin } from './registry-server.js';
import { freePort } from './shell.js';
import { until } from '../until.js';
import { failed, openTools } from './mcp/tool-client.js';

// npm takes seconds for each of its steps
const FIXTURES = resolve('test/fixtures/modules');
/** An ES module, and one written in CommonJS. */
const NAMES = ['poll', 'survey'] as const;
const TYPESCRIPT = ['typescript', 'typeorm', 'tsyringe', '@types/node'];
const TSC = 'node_modules/typescript/bin/tsc';
const JEST = resolve('node_modules/jest/bin/jest.js');
const WORLD_IN_JEST = `
  import { startTestHost } from 'svc-registry/testing';
  import poll from './module.js';

  test('a question has the person who asked it', () =>
    startTestHost({ modules: [poll], organization: 'acme' }, async ({ people }) => {
      const { startedBy } = await people.member.invoke('poll.start', { question: 'Lunch?' });
      expect(startedBy).toBe('member@example.com');
    }));`;

let scratch: string;
/** The program. */
let svc: string;
/** Another copy, as authors of modules have it among their development dependencies. */
let authorsSvc: string;
let archives: string[];

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'svc-third-'));
  const product = await packProduct(scratch);
  svc = await installProduct(product, join(scratch, 'product'));
  authorsSvc = await installProduct(product, join(scratch, 'authors-product'));
  archives = [];
  for (const name of NAMES)
    archives.push(await pack(join(FIXTURES, name), join(scratch, 'modules')));
});

afterAll(() => rm(scratch, { recursive: true, force: true }));

const said = (text: string): Record<string, unknown> => JSON.parse(text) as Record<string, unknown>;

describe('modules added to a configuration', () => {
  let program: Program;
  let config: string;

  beforeAll(async () => {
    program = await openProgram({}, svc);
    config = join(program.home, '.svc', 'config.json');
  });
  afterAll(() => program.close());

  it('have to be installed there', async () => {
    const { code, stderr } = await program.run(['modules', 'add', 'svc-module-poll']);
    expect(code).toBe(4);
    expect(stderr).toContain(
      `There is no package "svc-module-poll" in ${join(program.home, '.svc')}.`,
    );
    expect(stderr).toContain('npm install --prefix');
  });

  it('bring no second copy of the product with them', async () => {
    await installArchives(archives, join(program.home, '.svc'));
    const installed = said(
      await readFile(join(program.home, '.svc', 'node_modules', '.package-lock.json'), 'utf8'),
    );
    expect(Object.keys(installed['packages'] as object).sort()).toEqual(
      NAMES.map((name) => `node_modules/svc-module-${name}`),
    );
  });

  it('are named beside whatever else the file says', async () => {
    await writeFile(config, '{\n    "theme": "dark",\n    "modules": []\n}\n', { mode: 0o640 });
    const added = await program.run(['modules', 'add', 'svc-module-poll']);
    expect(added).toMatchObject({ code: 0, stderr: '' });
    expect(added.stdout).toContain(`Added svc-module-poll to ${config}`);
    expect(added.stdout).toContain('svc poll start');
    expect(await program.run(['modules', 'add', 'svc-module-survey', '--json'])).toMatchObject({
      code: 0,
    });
    expect(said(await readFile(config, 'utf8'))).toEqual({
      theme: 'dark',
      modules: ['svc-module-poll', 'svc-module-survey'],
    });
    expect(await readFile(config, 'utf8')).toMatch(/^\{\n {4}"theme": "dark",\n/);

    const again = await program.run(['modules', 'add', 'svc-module-poll', '--json']);
    expect(said(again.stdout)).toMatchObject({
      module: 'svc-module-poll',
      changed: false,
      server: false,
    });
  });

  it('show in help, and run', async () => {
    const help = await program.run(['--help']);
    expect(help.stdout).toMatch(/^ +svc poll /m);
    expect(help.stdout).toMatch(/^ +svc survey /m);
    expect((await program.run(['poll', 'start', '--help'])).stdout).toContain(
      'What to ask. One sentence.',
    );
    expect(await program.run(['poll', 'lint', 'Lunch at noon'])).toMatchObject({
      code: 0,
      stdout: 'A question ends in a question mark.\n',
    });
    expect(await program.run(['survey', 'round', '3.6', '--json'])).toMatchObject({
      code: 0,
      stdout: '{\n  "mark": 4\n}\n',
    });
    const wrong = await program.run(['survey', 'round', '7']);
    expect(wrong).toMatchObject({ code: 3 });
    expect(wrong.stderr).toContain('mark');
    expect((await program.run(['machines', 'poll.poll'])).stdout).toContain(
      'The answers are final.',
    );
  });

  it('may bring commands of the second program of the package', async () => {
    const { bin } = said(await readFile(resolve(svc, '../../../package.json'), 'utf8'));
    expect(bin).toEqual({ lnk: 'dist/bin/lnk.cjs', svc: 'dist/bin/svc.cjs' });
    await access(resolve(svc, '../lnk.cjs'), constants.X_OK);
    const folder = join(FIXTURES, 'tunnels');
    expect(await program.run(['modules', 'add', folder])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('\n  lnk session list\n'),
    });
    expect(await program.run(['session', 'list'], { program: 'lnk' })).toMatchObject({
      code: 0,
      stdout: 'name  staging\n',
    });
    expect(await program.run(['modules', 'remove', 'tunnels'])).toMatchObject({ code: 0 });
  });

  it('are taken out by id or by name', async () => {
    expect(await program.run(['modules', 'remove', 'poll'])).toMatchObject({ code: 0 });
    expect(await program.run(['modules', 'remove', 'svc-module-survey'])).toMatchObject({
      code: 0,
    });
    expect(said(await readFile(config, 'utf8'))).toEqual({ theme: 'dark', modules: [] });
    expect(await program.run(['modules', 'remove', 'poll'])).toMatchObject({ code: 4 });
    expect(await program.run(['poll', 'lint', 'x'])).toMatchObject({ code: 2 });
  });

  it('are not added when they are not sound', async () => {
    const folder = join(scratch, 'unsound');
    await mkdir(folder);
    await writeFile(
      join(folder, 'package.json'),
      '{"name":"unsound","svc":{"manifest":"manifest.json","module":"module.js"}}',
    );
    const { code, stdout } = await program.run(['modules', 'add', folder, '--json']);
    expect(code).toBe(3);
    const { error } = said(stdout) as {
      error: { code: string; issues: { file: string; message: string }[] };
    };
    expect(error.code).toBe('module_refused');
    expect(error.issues.map(({ file }) => file)).toEqual(
      expect.arrayContaining(['package.json', 'module.js']),
    );
    expect(said(await readFile(config, 'utf8'))).toEqual({ theme: 'dark', modules: [] });
  });
});

async function authorsFolder(name: string, packages: readonly string[]): Promise<string> {
  const folder = await mkdtemp(join(scratch, `${name}-`));
  await cp(join(FIXTURES, name), folder, { recursive: true });
  await installForAuthor(folder, authorsSvc, packages);
  return folder;
}

describe('writing a module', () => {
  let program: Program;
  beforeAll(async () => {
    program = await openProgram({}, svc);
  });
  afterAll(() => program.close());

  it('in JavaScript, with tests that hold what every module has to hold', async () => {
    const folder = await authorsFolder('poll', ['typescript', 'typeorm', 'tsyringe']);
    const report = await runNode(['--test'], folder);
    for (const passed of [
      'its manifest is up to date',
      'it starts on a server',
      'asks a question once at a time',
    ]) {
      expect(report).toMatch(new RegExp(`^ok \\d+ - ${passed}$`, 'm'));
    }
    expect(report).toMatch(/^# fail 0$/m);

    const inJest = join(folder, 'world.jest.mjs');
    await writeFile(inJest, WORLD_IN_JEST);
    const config = JSON.stringify({ transform: {}, testMatch: [inJest], rootDir: folder });
    await runNode(['--experimental-vm-modules', JEST, '--config', config], folder);

    await writeFile(join(folder, 'client', 'poll-text.js'), 'export const pollText = () => 1;\n');
    const broken = await program.run(['modules', 'check', '--json'], { cwd: folder });
    expect(broken.code).toBe(3);
    expect(said(broken.stdout)).toMatchObject({
      error: {
        code: 'module_refused',
        issues: [{ file: 'module.js', message: 'the renderer of "poll.lint" is not a function' }],
      },
    });
  });

  it('in TypeScript, strictly, from the same declarations; the copy of the product in its folder does not matter', async () => {
    const folder = await authorsFolder('deploys', TYPESCRIPT);
    const written = said(await readFile(join(folder, 'manifest.json'), 'utf8'));
    await rm(join(folder, 'manifest.json'));
    const { exports } = said(
      await readFile(join(folder, 'node_modules/svc-registry/package.json'), 'utf8'),
    ) as { exports: object };
    const entries = Object.keys(exports).filter((entry) => !entry.endsWith('.json'));
    expect(entries).toContain('./testing');
    const imports = entries.map(
      (entry, index) => `export * as entry${index} from 'svc-registry/${entry.slice(2)}';`,
    );
    await writeFile(join(folder, 'src', 'every-entry.test.ts'), imports.join('\n'));
    await runNode([TSC], folder);
    expect(await program.run(['modules', 'check', '--write'], { cwd: folder })).toMatchObject({
      code: 0,
      stderr: '',
    });
    expect(said(await readFile(join(folder, 'manifest.json'), 'utf8'))).toEqual(written);
    expect(await runNode(['--test', 'dist'], folder)).toMatch(/^# fail 0$/m);

    expect(await program.run(['modules', 'add', '.'], { cwd: folder })).toMatchObject({
      code: 0,
      stderr: '',
    });
    expect((await program.run(['deploys', 'start', '--help'])).stdout).toContain(
      'Name of the target.',
    );
  });
});

describe('a module that requires another one from outside', () => {
  it('is written in TypeScript for CommonJS, and added before that one', async () => {
    const folder = await authorsFolder('marks', TYPESCRIPT);
    const poll = await authorsFolder('poll', ['typeorm', 'tsyringe']);
    const program = await openProgram({}, svc);
    const run = (...args: string[]) => program.run(args, { cwd: folder });
    try {
      await runNode([TSC], folder);
      expect(await run('modules', 'add', poll)).toMatchObject({ code: 0 });
      expect(await run('modules', 'check', '--write')).toMatchObject({ code: 0, stderr: '' });
      expect(await run('modules', 'remove', 'poll')).toMatchObject({ code: 0 });
      const added = await run('modules', 'add', '.');
      expect(added).toMatchObject({ code: 0 });
      expect(added.stderr).toContain('requires module "poll"');
      const early = await run('marks', 'round', '3.6');
      expect(early).toMatchObject({ code: 6 });
      expect(early.stderr).toContain('poll');

      expect(await run('modules', 'add', poll)).toMatchObject({ code: 0, stderr: '' });
      expect(await run('marks', 'round', '3.6', '--json')).toMatchObject({
        code: 0,
        stdout: '{\n  "mark": 4\n}\n',
        stderr: '',
      });
    } finally {
      await program.close();
    }
  });
});

describe('the background work of a module from outside', () => {
  it('goes on after its server was killed', async () => {
    const folder = await authorsFolder('deploys', TYPESCRIPT);
    // its types are checked above
    await runNode([TSC, '--noCheck'], folder);
    const archive = await pack(folder, join(scratch, 'modules'));
    // the credentials are kept for the server's address
    const program = await openProgram({ SVC_PORT: String(await freePort()) }, svc);
    try {
      for (const location of [join(program.home, '.svc'), join(program.home, '.svc', 'server')]) {
        await installArchives([archive], location);
        await writeFile(join(location, 'config.json'), '{ "modules": ["svc-module-deploys"] }');
      }
      const json = async (...args: string[]): Promise<Record<string, unknown>> => {
        const { code, stdout, stderr } = await program.run([...args, '--json']);
        expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
        return said(stdout);
      };
      const token = 'metrics-token-of-this-test';
      const env = { SVC_DEPLOYS_DRY_RUN_SECONDS: '3600', SVC_METRICS_TOKEN: token };
      const killed = await program.serve([], { env });
      expect(await signIn(program, ADMIN, await firstCode(killed))).toMatchObject({ code: 0 });
      await json('workspace', 'create', 'acme');
      const tools = await writePlugin(join(program.cwd, 'tools'), { name: 'acme/tools' });
      await json('publish', tools);
      expect((await program.run(['doctor'], { cwd: tools })).stdout).toContain('CHANGELOG.md');
      const page = await fetch(`${killed.origin}/deploys/acme`, { redirect: 'manual' });
      expect(page.headers.get('location')).toBe('/sign-in?next=%2Fdeploys%2Facme');

      const deploy = await json('deploys', 'start', 'acme/tools', '--to', 'dry-run');
      expect(deploy).toMatchObject({ release: '1.0.0', state: 'waiting', startedBy: ADMIN.email });
      const metrics = async () =>
        (
          await fetch(`${killed.origin}/metrics`, { headers: { authorization: `Bearer ${token}` } })
        ).text();
      await until(async () =>
        /^svc_job_runs\{kind="deploys.delivery",lane="default",state="running"\} 1$/m.test(
          await metrics(),
        ),
      );
      expect(await metrics()).toMatch(/^svc_deploys\{state="waiting"\} 1$/m);
      killed.child.kill('SIGKILL');
      await killed.finished;

      await program.serve();
      await until(
        async () => (await json('deploys', 'show', String(deploy['id'])))['state'] === 'delivered',
      );
      expect((await program.run(['deploys', 'list', 'acme'])).stdout).toMatch(
        /acme\/tools@1\.0\.0 +dry-run +delivered/,
      );
    } finally {
      await program.close();
    }
  });
});

describeByDayOn('postgres', 'modules from outside on a server', (database) => {
  let location: DatabaseLocation;
  let program: Program;
  let server: Server;

  beforeAll(async () => {
    location = await database.create();
    program = await openProgram(location.env, svc);
    for (const folder of [join(program.home, '.svc'), location.dataDir]) {
      await installArchives(archives, folder);
      await writeFile(
        join(folder, 'config.json'),
        JSON.stringify({ modules: NAMES.map((name) => `svc-module-${name}`) }),
      );
    }
    server = await program.serve();
    expect(await signIn(program, ADMIN, await firstCode(server))).toMatchObject({ code: 0 });
  });
  afterAll(() => program.close());

  it('are listed for the server and for the command line', async () => {
    for (const args of [[], ['--server']]) {
      const { stdout } = await program.run(['modules', 'list', ...args, '--json']);
      const rows = (said(stdout) as { modules: { id: string; state: string }[] }).modules;
      for (const id of NAMES)
        expect(rows.find((row) => row.id === id)).toMatchObject({ state: 'resolved' });
    }
  });

  it('work over the command line, as tools and as routes, on the same data', async () => {
    expect(await program.run(['poll', 'start', 'Lunch at noon?'])).toMatchObject({ code: 0 });
    const { client, call, data, close } = await openTools(program);
    try {
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(
        expect.arrayContaining(['poll_lint', 'poll_start', 'survey_rate', 'search']),
      );
      const twice = await call('poll_start', { question: 'Lunch at noon?' });
      expect(twice).toMatchObject(failed({ code: 'poll_already_asked' }));
      const rating = { thing: 'coffee', mark: 4 };
      expect(await data('survey_rate', rating)).toMatchObject(rating);
      expect(await data('poll_lint', { question: 'Lunch' })).toEqual({
        problems: ['A question ends in a question mark.'],
      });
    } finally {
      await close();
    }
    const polls = said(await (await fetch(`${server.origin}/experimental/polls`)).text());
    expect(polls).toMatchObject({
      data: [{ question: 'Lunch at noon?', state: 'open', startedBy: ADMIN.email }],
      meta: { count: 1 },
    });
    expect(said((await program.run(['survey', 'list', '--json'])).stdout)).toMatchObject({
      data: [{ thing: 'coffee', mark: 4 }],
    });
  });

  it('are in the OpenAPI document, and protected like everything else', async () => {
    const { paths } = said(await (await fetch(`${server.origin}/openapi.json`)).text()) as {
      paths: Record<string, object>;
    };
    expect(paths['/experimental/polls']).toMatchObject({
      get: { tags: ['experimental'] },
      post: { tags: ['experimental'] },
    });
    expect(paths['/experimental/ratings']).toHaveProperty('post');
    const stranger = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"thing":"tea","mark":5}',
    };
    expect((await fetch(`${server.origin}/experimental/ratings`, stranger)).status).toBe(401);
  });

  it('start on an empty database, as their authors test it', async () => {
    const folder = await authorsFolder('poll', ['typescript', 'typeorm', 'tsyringe']);
    const { url } = await database.create();
    await writeFile(
      join(folder, 'contract.mjs'),
      `import { moduleContract } from 'svc-registry/testing';
      for (const { name, run } of moduleContract(import.meta.dirname, { databases: [process.argv[2]] })) {
        await run();
        console.log(name);
      }`,
    );
    expect(await runNode(['contract.mjs', url], folder)).toMatch(
      /^it starts on (sqlite|better-sqlite3|postgres)$/m,
    );
  });

  it('find what they stored after the server was started again', async () => {
    const ofPolls = async () =>
      said((await program.run(['poll', 'list', '--json'])).stdout) as {
        data: { id: string; state: string }[];
      };
    const [{ id } = { id: '' }] = (await ofPolls()).data;
    expect(await program.run(['poll', 'close', id])).toMatchObject({ code: 0 });
    expect(await program.run(['poll', 'close', id])).toMatchObject({ code: 5 });
    await server.stop();
    server = await program.serve();
    expect(await ofPolls()).toMatchObject({ data: [{ id, state: 'closed' }] });
    expect(said((await program.run(['survey', 'list', '--json'])).stdout)).toMatchObject({
      data: [{ thing: 'coffee', mark: 4 }],
    });
  });
});
