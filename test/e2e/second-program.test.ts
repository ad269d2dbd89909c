import { cp, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { codeLoadedBy } from './loaded-code.js';
import { openTools } from './mcp/tool-client.js';
import { installForAuthor } from './packages.js';
import { openProgram, SVC, type Finished, type Program, type RunOptions } from './program.js';
import { installTestModules } from './test-modules.js';

interface Row {
  readonly id: string;
  readonly code?: string;
  readonly cause?: string;
}

const OF_LNK = ['config', 'explain', 'session'];
const lines = (text: string): string[] => text.split('\n').filter((line) => line !== '');

/** The commands that help or a group's help lists, without the program's name. */
const listed = (help: string, program: string): string[] =>
  [...help.matchAll(new RegExp(`^ {2}${program} (\\S+(?: \\S+)*?)(?: {2}|$)`, 'gm'))].map(
    ([, command = '']) => command,
  );

describe('two programs', () => {
  let program: Program;
  const svc = (args: readonly string[], options?: RunOptions): Promise<Finished> =>
    program.run(args, options);
  const lnk = (args: readonly string[], options?: RunOptions): Promise<Finished> =>
    program.run(args, { ...options, program: 'lnk' });
  const completed = async (run: typeof svc, ...words: string[]): Promise<string[]> =>
    lines((await run(['--get-yargs-completions', 'any', ...words])).stdout);

  beforeAll(async () => {
    program = await openProgram();
  });
  afterAll(() => program.close());

  describe('as they are installed', () => {
    it('say what they have', async () => {
      const help = await lnk(['--help']);
      expect(help).toMatchObject({ code: 0, stderr: '' });
      expect(listed(help.stdout, 'lnk')).toEqual(['completion', 'config']);
      expect(await lnk([])).toEqual(help);
      expect(await lnk(['help'])).toEqual(help);
      expect((await lnk(['--version'])).stdout).toBe((await svc(['--version'])).stdout);
    });

    it('suggest nothing of each other', async () => {
      for (const word of ['doctor', 'instal', 'session']) {
        const { code, stdout, stderr } = await lnk([word]);
        expect([code, stdout]).toEqual([2, '']);
        expect(stderr).toBe(`error: Unknown command: lnk ${word}.\nhint: See \`lnk --help\`.\n`);
      }
      expect(await completed(lnk, '')).toEqual(['config']);
    });

    it.each(['bash', 'zsh', 'fish'])('complete each in its own name: %s', async (shell) => {
      for (const [run, own, other] of [
        [svc, 'svc', 'lnk'],
        [lnk, 'lnk', 'svc'],
      ] as const) {
        const { code, stdout } = await run(['completion', shell]);
        expect(code).toBe(0);
        expect(stdout).toContain(`${own} --get-yargs-completions`);
        expect(stdout).not.toMatch(new RegExp(`\\b_*${other}\\b`));
      }
    });
  });

  describe('with commands of a module from outside', () => {
    beforeAll(() => installTestModules(join(program.home, '.svc'), ['tunnels']));

    it('have the same command side by side', async () => {
      expect(await lnk(['session', 'list', '--json'])).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('"name": "staging"'),
      });
      expect(await lnk(['sessions'])).toMatchObject({ code: 0, stdout: 'name  staging\n' });
      // the other command asks a server
      expect(
        await svc(['session', 'list'], { env: { SVC_URL: 'http://127.0.0.1:9' } }),
      ).toMatchObject({ code: 6, stderr: expect.stringContaining('http://127.0.0.1:9') });
      expect((await svc(['session', 'list', '--help'])).stdout).toMatch(/^svc session list/);
      expect((await lnk(['session', 'list', '--help'])).stdout).toMatch(/^lnk session list\n/);
    });

    it('list and complete their own commands only', async () => {
      const [ofSvc, ofLnk] = [await svc(['--help']), await lnk(['--help'])];
      expect(listed(ofLnk.stdout, 'lnk')).toEqual(['completion', ...OF_LNK]);
      expect(ofLnk.stdout).not.toMatch(/\bsvc\b/);
      expect(listed(ofSvc.stdout, 'lnk')).toEqual([]);
      expect(listed(ofSvc.stdout, 'svc')).toContain('tunnels');
      expect(await completed(lnk, '')).toEqual(OF_LNK);
      expect(await completed(lnk, 'session', '')).toEqual(['end', 'list']);
      expect(await completed(lnk, 'session', 'end', '--y')).toEqual(['--yes']);
      expect(await completed(svc, 'exp')).toEqual([]);
      expect(listed((await lnk(['session', '--help'])).stdout, 'lnk')).toEqual([
        'session end',
        'session list',
      ]);
    });

    it('guess among their own commands only', async () => {
      expect((await lnk(['sesion', 'list'])).stderr).toContain('Did you mean `lnk session`?');
      expect((await lnk(['tunnel'])).stderr).not.toContain('Did you mean');
      expect((await svc(['explan'])).stderr).not.toContain('Did you mean');
      expect((await svc(['tunnel'])).stderr).toContain('Did you mean `svc tunnels`?');
      expect(await svc(['explain'])).toMatchObject({ code: 2 });
      expect(await lnk(['tunnels', 'status'])).toMatchObject({ code: 2 });
    });

    it('speak of themselves', async () => {
      expect(await lnk(['session', 'end', 'staging'])).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('`lnk session end` asks for confirmation'),
      });
      expect((await lnk(['session', 'end', '--nope'])).stderr).toContain(
        'Usage: lnk session end <name>',
      );
      expect((await lnk(['session'])).stderr).toContain('More: lnk session <command> --help');
      expect((await lnk(['explain', '--json'])).stdout).toContain(JSON.stringify(program.svc));
    });

    it('share the tools, which belong to no program', async () => {
      const tools = await openTools(program);
      expect(await tools.data('tunnels_list')).toMatchObject({ data: [{ name: 'staging' }] });
      await tools.close();
    });

    it('start without a module or a library for commands', async () => {
      const loaded = await codeLoadedBy(program, ['--help'], { program: 'lnk' });
      const bySvc = await codeLoadedBy(program, ['--help']);
      expect(loaded).toEqual(bySvc);
    });

    it('warn of their own settings', async () => {
      const env = { LNK_TUNEL_KEY: 'x', SVC_TOKN: 'x', LNK_TUNNEL_KEY: 'mine' };
      const explained = await lnk(['explain', '--json'], { env });
      expect(JSON.parse(explained.stdout)).toMatchObject({ key: 'mine' });
      expect(lines(explained.stderr)).toEqual([
        'warning: LNK_TUNEL_KEY is not a setting and has no effect: did you mean LNK_TUNNEL_KEY?',
      ]);
      const { stdout } = await svc(['settings', '--json'], { env });
      const report = JSON.parse(stdout) as { settings: object[]; unknown: object[] };
      expect(report.settings).toContainEqual(
        expect.objectContaining({ name: 'LNK_TUNNEL_KEY', program: 'lnk', value: 'mine' }),
      );
      expect(report.unknown).toEqual([
        { name: 'SVC_TOKN', meant: 'SVC_TOKEN' },
        { name: 'LNK_TUNEL_KEY', meant: 'LNK_TUNNEL_KEY' },
      ]);
      expect((await svc(['settings'])).stdout).toMatch(
        /^The program lnk\n(?: {2,}.*\n)* {2}LNK_TUNNEL_KEY /m,
      );
    });

    it('refuse a second module with the same command of the same program', async () => {
      await addCopyOf('tunnels', 'burrows', join(program.home, '.svc'));
      const { stdout } = await svc(['modules', 'list', '--json']);
      const { modules } = JSON.parse(stdout) as { modules: Row[] };
      expect(modules.find(({ id }) => id === 'tunnels')).not.toHaveProperty('code');
      const copy = modules.find(({ id }) => id === 'burrows');
      expect(copy).toMatchObject({ code: 'name_taken' });
      expect(copy?.cause).toContain('command "lnk session list" of module "burrows"');
      expect(copy?.cause).not.toContain('svc session');
      expect(await lnk(['sessions'])).toMatchObject({ code: 0 });
    });
  });

  it('are checked when a module is written', async () => {
    const folder = join(program.home, 'tunnels');
    const check = (): Promise<Finished> =>
      svc(['modules', 'check'], { cwd: folder, env: { SVC_HOME: join(folder, 'home') } });
    await cp(resolve('test/fixtures/modules/tunnels'), folder, { recursive: true });
    await installForAuthor(folder, SVC, ['typescript', 'tsyringe']);
    expect(await check()).toMatchObject({ code: 0, stderr: '' });
    const file = join(folder, 'module.js');
    await writeFile(file, (await readFile(file, 'utf8')).replaceAll("'lnk'", "'git'"));
    expect(await check()).toMatchObject({
      code: 3,
      stderr: expect.stringContaining(
        'operation "tunnels.list" names the program "git"; there are svc, lnk',
      ),
    });
  });
});

/** Installs a copy of a test module under another id beside it, in an existing configuration. */
async function addCopyOf(name: string, id: string, folder: string): Promise<void> {
  const packages = join(folder, 'node_modules');
  const copy = join(packages, `svc-module-${id}`);
  await cp(join(packages, `svc-module-${name}`), copy, { recursive: true });
  for (const file of await readdir(copy)) {
    const text = await readFile(join(copy, file), 'utf8');
    await writeFile(join(copy, file), text.replaceAll(name, id));
  }
  const modules = [name, id].map((one) => `svc-module-${one}`);
  await writeFile(join(folder, 'config.json.new'), JSON.stringify({ modules }));
  await rename(join(folder, 'config.json.new'), join(folder, 'config.json'));
}
