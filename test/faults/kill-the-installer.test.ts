import { cp, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeOnSqlite } from '../contract/databases.js';
import type { Finished } from '../e2e/program.js';
import { newRepository } from '../e2e/registry-server.js';
import { countsOf } from './harness/counts.js';
import { CrashingRegistry } from './harness/crashing-registry.js';
import { stateOf, visible } from './harness/project-state.js';
import { pack, RegistryApi } from './harness/registry-api.js';
import { LONG, rounds } from './harness/rounds.js';
import { pointsOf, type FaultPoint } from './points.js';

/** Every move of every file is a place to be killed at; the long run tries them all, several times. */
const PASSES = rounds(2, Infinity);
const REPEATS = rounds(1, 4);
/** The short run tries the first or the second pass of a point, of each with two of the four commands. */
const isTried = (pass: number, point: number, command: number): boolean =>
  LONG || pass === (point + command) % 2;

const installing = pointsOf('kill-the-installer');

const agents = ['--agent', 'claude-code', '--agent', 'codex', '--agent', 'agents'];
const both = ['install', 'acme/tools@1.0.0', 'acme/more', ...agents];
const commands = [
  { what: 'the first install', before: [], command: ['install', 'acme/tools@1.0.0', ...agents] },
  {
    what: 'a second plugin',
    before: [['install', 'acme/tools@1.0.0', ...agents]],
    command: ['install', 'acme/more'],
  },
  { what: 'an update', before: [both], command: ['update', '--force', '--yes'] },
  { what: 'an uninstall', before: [both], command: ['uninstall', 'acme/more'] },
];

const skill = (name: string, text: string): string =>
  `---\nname: ${name}\ndescription: Use when ${name} is needed.\n---\n\n${text}\n`;

/** Every plugin brings one of the same name: with each that comes or goes, entries of others change theirs. */
const servers = (version: string): string =>
  JSON.stringify({ mcpServers: { db: { type: 'stdio', command: `db-${version}` } } });

/** All share one entry of svc in agents' hook files; one of their own changes with the version. */
const manifest = (name: string, version: string): string => {
  const hook = { type: 'command', command: `check-${version}` };
  const hooks = { Stop: [{ hooks: [hook] }] };
  return JSON.stringify({
    name,
    version,
    description: 'x',
    private: true,
    hooks,
    nativeHooks: { 'claude-code': hooks },
  });
};

const plugins = [
  { name: 'acme/tools', version: '1.0.0', skills: ['review', 'ship'] },
  { name: 'acme/tools', version: '2.0.0', skills: ['review', 'plan'] },
  { name: 'acme/more', version: '1.0.0', skills: ['review'] },
  ...['one', 'two', 'three', 'four', 'five', 'six'].map((name) => ({
    name: `acme/${name}`,
    version: '1.0.0',
    skills: [name],
  })),
];

describeOnSqlite(
  'the command line, killed while it changes a project, with a registry',
  (database) => {
    let registry: CrashingRegistry;
    const counts = countsOf('K5 kill the installer');
    const reached = new Set<string>();

    beforeAll(async () => {
      registry = await CrashingRegistry.open(database);
      const api = new RegistryApi(registry);
      for (const { name, version, skills } of plugins) {
        const files = skills.map((each): [string, string] => [
          `skills/${each}/SKILL.md`,
          skill(each, version),
        ]);
        const { archive } = await pack(name, version, {
          'rules/style.md': `# Style of ${version}\n`,
          '.mcp.json': servers(version),
          '.svc-plugin/plugin.json': manifest(name, version),
          ...Object.fromEntries(files),
        });
        expect(await api.publish(archive)).toMatchObject({ status: 201 });
      }
    });

    afterAll(() => registry.close());

    const svc = (args: readonly string[], cwd: string, fault?: string): Promise<Finished> =>
      registry.program.run(args, { cwd, env: { SVC_FAULT: fault } });

    const copyOf = async (folder: string): Promise<string> => {
      const copy = await mkdtemp(join(registry.program.cwd, 'copy-'));
      await cp(folder, copy, { recursive: true, verbatimSymlinks: true });
      return copy;
    };

    /** A repository in which these commands have been run. */
    const projectAfter = async (
      name: string,
      done: readonly (readonly string[])[],
    ): Promise<string> => {
      const folder = await newRepository(registry.program, name);
      for (const command of done) expect(await svc(command, folder)).toMatchObject({ code: 0 });
      return folder;
    };

    /** Kills the command when it has passed the point so many times; answers the folder. `undefined` when it does not come so far. */
    const dies = async (
      start: string,
      command: readonly string[],
      { point, pass }: { point: FaultPoint; pass: number },
    ) => {
      const cwd = await copyOf(start);
      const { code, stderr } = await svc(command, cwd, `${point.name}:${pass}`);
      if (code !== 137) {
        expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
        await rm(cwd, { recursive: true });
        return undefined;
      }
      counts.add('kills');
      return cwd;
    };

    it.each(commands.map((each, at) => ({ ...each, at })))(
      'leaves the old or the new state after the next command: $what',
      async ({ what, before, command, at }) => {
        const start = await projectAfter(what.replaceAll(' ', '-'), before);
        const states = {
          old: await stateOf(start),
          new: await stateOf(await completed(start, command)),
        };
        const places = Array.from({ length: REPEATS }, () => [...installing.entries()]).flat();
        for (const [index, point] of places) {
          for (let pass = 0; pass < PASSES; pass += 1) {
            if (!isTried(pass, index, at)) continue;
            const cwd = await dies(start, command, { point, pass });
            if (cwd === undefined) break;
            reached.add(point.name);
            await svc(['list'], cwd);
            expect({ point: point.name, pass, state: visible(await stateOf(cwd)) }).toEqual({
              point: point.name,
              pass,
              state: states[point.leaves],
            });
            if (point.leaves === 'new' || before.length > 0) await tidies(cwd);
            await rm(cwd, { recursive: true });
          }
        }
      },
    );

    it('has been killed at every point', () => {
      expect([...reached].sort()).toEqual(installing.map(({ name }) => name).sort());
    });

    const completed = async (start: string, command: readonly string[]): Promise<string> => {
      const cwd = await copyOf(start);
      expect(await svc(command, cwd)).toMatchObject({ code: 0 });
      return cwd;
    };

    /** The next command that writes finds nothing wrong and leaves nothing of the dead one behind. */
    const tidies = async (cwd: string): Promise<void> => {
      const state = await stateOf(cwd);
      expect(await svc(['install'], cwd)).toMatchObject({ code: 0 });
      expect(await stateOf(cwd)).toEqual(visible(state));
    };

    it('six at once in one project lose no update', async () => {
      const cwd = await newRepository(registry.program, 'together');
      const names = ['one', 'two', 'three', 'four', 'five', 'six'];
      const outcomes = await Promise.all(
        names.map((name) => svc(['install', `acme/${name}`, '--agent', 'claude-code'], cwd)),
      );
      expect(outcomes.map(({ code, stderr }) => (code === 0 ? '' : stderr))).toEqual(
        names.map(() => ''),
      );
      const state = await stateOf(cwd);
      const { dependencies } = JSON.parse(state['svc.json']!.slice(4)) as { dependencies: object };
      expect(Object.keys(dependencies).sort()).toEqual(names.map((name) => `acme/${name}`).sort());
      expect(Object.keys(state).filter((path) => path.startsWith('.claude/skills/'))).toHaveLength(
        names.length,
      );
      expect(Object.keys(state).filter((path) => path.includes('.work'))).toEqual([]);
      const { mcpServers } = JSON.parse(state['.mcp.json']!.slice(4)) as { mcpServers: object };
      expect(Object.keys(mcpServers).sort()).toEqual(
        ['svc', ...names.map((name) => `${name}-db`)].sort(),
      );
      const { hooks } = JSON.parse(state['.claude/settings.json']!.slice(4)) as {
        hooks: { Stop: { hooks: { command: string }[] }[] };
      };
      const commands = hooks.Stop.map((group) => group.hooks[0]?.command);
      expect(
        commands.map((command) => /hook run/.exec(command ?? '')?.[0] ?? command).sort(),
      ).toEqual(['check-1.0.0', 'hook run']);
    });
  },
);
