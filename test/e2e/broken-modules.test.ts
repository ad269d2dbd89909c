import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openProgram, type Program, type Server } from './program.js';
import { failed, openTools } from './mcp/tool-client.js';

const FIXTURES = resolve('test/fixtures/modules');
/** Its start would last a minute; a test with a clock of its own has it. */
const LEFT_OUT = 'slow';

/** What `npm install` in this folder would leave, and a configuration that names all modules. */
async function installModules(folder: string): Promise<void> {
  const packages = join(folder, 'node_modules');
  await mkdir(packages, { recursive: true });
  const broken = (await readdir(join(FIXTURES, 'broken'))).filter((name) => name !== LEFT_OUT);
  for (const name of broken)
    await cp(join(FIXTURES, 'broken', name), join(packages, `svc-module-${name}`), {
      recursive: true,
    });
  await cp(join(FIXTURES, 'poll'), join(packages, 'svc-module-poll'), { recursive: true });
  const modules = [...broken, 'poll', 'never-installed'].map((name) => `svc-module-${name}`);
  await writeFile(join(folder, 'config.json'), JSON.stringify({ modules }));
}

const TOKEN = 'a-token-for-scrapers-only';

interface Row {
  readonly id: string;
  readonly origin: string;
  readonly code?: string;
  readonly cause?: string;
  readonly hint?: string;
}

/** By package, which is unique where ids are not. */
function faults(rows: readonly Row[]): Record<string, string | undefined> {
  const packageOf = ({ id, origin }: Row): string =>
    /svc-module-([\w-]+)/.exec(origin.endsWith('package.json') ? origin : id)?.[1] ?? id;
  return Object.fromEntries(
    rows.filter(({ origin }) => origin !== 'built-in').map((row) => [packageOf(row), row.code]),
  );
}

const resolved = {
  'bad-fact': 'invalid_declaration',
  'bad-manifest': 'manifest_unreadable',
  'bad-names': 'invalid_declaration',
  'cycle-one': 'requirement_cycle',
  'cycle-two': 'requirement_cycle',
  'needs-missing': 'requirement_missing',
  'never-installed': 'not_installed',
  'no-manifest': 'manifest_unreadable',
  'not-a-module': 'not_a_module',
  'same-id': 'name_taken',
  'takes-command': 'name_taken',
  'takes-service': 'name_taken',
  'too-new': 'unsupported_api',
};

const said = (text: string): Record<string, unknown> => JSON.parse(text) as Record<string, unknown>;

describe('modules that cannot be used', () => {
  let program: Program;
  let server: Server;

  beforeAll(async () => {
    program = await openProgram({ SVC_METRICS_TOKEN: TOKEN });
    await installModules(join(program.home, '.svc'));
    await installModules(join(program.home, '.svc', 'server'));
    server = await program.serve();
  });
  afterAll(() => program.close());

  it('are found by doctor, which starts all of them', async () => {
    const { code, stdout } = await program.run(['doctor', '--json']);
    expect(code).toBe(8);
    const { modules, faults: told } = said(stdout) as unknown as {
      modules: Row[];
      faults: string[];
    };
    expect(told).toHaveLength(modules.filter((row) => row.code !== undefined).length);
    for (const row of modules.filter((module) => module.code !== undefined))
      expect(row.cause).not.toBe(row.hint ?? row.cause);
    expect(modules.find(({ id }) => id === 'lonely')).toMatchObject({
      cause: 'requires module "teleport", which is not there',
      hint: expect.stringContaining('modules add'),
    });
    const listed = await program.run(['modules', 'list', '--json']);
    expect(said(listed.stdout)).toMatchObject({
      modules: expect.arrayContaining([expect.objectContaining({ code: 'requirement_missing' })]),
    });
    expect(faults(modules)).toMatchObject({
      ...resolved,
      'throws-at-load': 'load_failed',
      'throws-at-start': 'start_failed',
      'stale-manifest': 'manifest_stale',
      poll: undefined,
      clumsy: undefined,
    });
    const text = await program.run(['doctor']);
    for (const named of [
      'weather',
      'load_failed',
      'lonely',
      'teleport',
      'hen → egg → hen',
      'never-installed',
    ]) {
      expect(text.stdout).toContain(named);
    }
  });

  it('do not keep the others from working, and are warned about once', async () => {
    const help = await program.run(['plugin', 'publish', '--help']);
    expect(help.code).toBe(0);
    expect(help.stdout).toContain('Publish a plugin');
    expect(help.stderr).toContain('command "svc plugin publish" of module "pirate"');
    expect(help.stderr).toContain('svc doctor');
    expect(await program.run(['plugin', 'publish', '--help'])).toMatchObject({
      code: 0,
      stderr: '',
    });
    expect(await program.run(['poll', 'lint', 'Well?'])).toMatchObject({
      code: 0,
      stdout: 'Well asked.\n',
    });
    expect((await fetch(`${server.origin}/ready`)).status).toBe(200);
    expect((await fetch(`${server.origin}/experimental/polls`)).status).toBe(200);
  });

  it.each([
    [['weather', 'show'], 'load_failed', 'the weather service gave no answer'],
    [['lonely', 'show'], 'requirement_missing', 'teleport'],
    [['lonely', '--help'], 'requirement_missing', 'teleport'],
    [['pirate', 'sail'], 'name_taken', 'is already taken by module "registry"'],
    [['future', 'show'], 'unsupported_api', 'written for kernel api ^9.0.0'],
    [['moody', 'show'], 'start_failed', 'not today'],
  ])('answer `svc %s` with the reason', async (args, reason, cause) => {
    const { code, stderr } = await program.run(args);
    expect(code).toBe(6);
    expect(stderr).toContain('not available: ');
    expect(stderr).toContain(cause);
    const asJson = await program.run([...args, '--json']);
    expect(said(asJson.stdout)).toMatchObject({
      error: { code: 'module_unavailable', exit: 6, reason, module: args[0] },
    });
  });

  it('are warned about again when something has changed, and always reported by doctor', async () => {
    const config = join(program.home, '.svc', 'config.json');
    const before = await readFile(config, 'utf8');
    const help = async () => (await program.run(['plugin', '--help'])).stderr;
    await writeFile(
      config,
      before.replace('"svc-module-never-installed"', '"svc-module-also-missing"'),
    );
    expect(await help()).toContain('svc-module-also-missing');
    expect(await help()).toBe('');
    await writeFile(config, '{ "modules": 7 }');
    expect(await help()).toMatch(/modules from outside are left out: .*config\.json/);
    expect(await help()).toBe('');
    const { code, stdout } = await program.run(['doctor']);
    expect({ code, stdout }).toEqual({
      code: 8,
      stdout: expect.stringContaining('modules from outside are left out'),
    });
    await writeFile(config, '{ "modules": ["svc-module-poll"] }');
    expect(await help()).toBe('');
    expect(await program.run(['doctor'])).toMatchObject({ code: 0, stderr: '' });
    await writeFile(config, before);
    expect(await help()).toContain('svc-module-never-installed');
  });

  it('answer their tools with the reason', async () => {
    const { client, call, close } = await openTools(program);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).not.toContain('future_show');
    for (const [name, reason] of [
      ['future_show', 'unsupported_api'],
      ['weather_show', 'load_failed'],
    ] as const)
      expect(await call(name)).toMatchObject(failed({ code: 'module_unavailable', reason }));
    await close();
  });

  it.each([
    ['/experimental/future', 'unsupported_api'],
    ['/experimental/weather', 'load_failed'],
  ])('answer GET %s with the reason', async (path, reason) => {
    const response = await fetch(`${server.origin}${path}`);
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ code: 'module_unavailable', exit: 6, reason });
    const { paths } = said(await (await fetch(`${server.origin}/openapi.json`)).text()) as {
      paths: object;
    };
    expect(paths).not.toHaveProperty([path]);
  });

  it('do not take the server with them, wherever they contribute', async () => {
    const metrics = await fetch(`${server.origin}/metrics`, {
      headers: { authorization: `Bearer ${TOKEN}` },
    });
    expect(await metrics.text()).toContain('svc_info{version=');
    expect((await fetch(`${server.origin}/no-such-page`)).status).toBe(404);
    const stumbles = server.stderr().match(/"contribution":"clumsy\.\w+"/g);
    expect(stumbles?.sort()).toEqual([
      '"contribution":"clumsy.pages"',
      '"contribution":"clumsy.started"',
      '"contribution":"clumsy.work"',
    ]);
  });

  it("are in the server's log, those whose tables it refuses too", () => {
    const lines = server
      .stderr()
      .split('\n')
      .filter((line) => line.includes('module cannot be used'))
      .map((line) => said(line) as unknown as { module: string; origin: string; code: string });
    expect(faults(lines.map(({ module, ...row }) => ({ id: module, ...row })))).toMatchObject({
      ...resolved,
      'throws-at-load': 'load_failed',
      'bad-prefix': 'start_failed',
      'bad-migration': 'start_failed',
    });
  });
});
