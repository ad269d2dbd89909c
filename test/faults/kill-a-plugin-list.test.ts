import { cp, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openProgram, type Program } from '../e2e/program.js';
import { newRepository } from '../e2e/registry-server.js';
import { GitServer, type GitWork } from '../network/git-server.js';
import { countsOf } from './harness/counts.js';
import { stateOf, visible, type ProjectFiles } from './harness/project-state.js';
import { LONG, sampleOf } from './harness/rounds.js';
import { pointsOf, type FaultPoint } from './points.js';

const PLUGINS = ['one', 'two', 'three'];
/** An archive comes from a registry, which has no part in this. */
const places = pointsOf('kill-the-installer').filter(({ name }) => name !== 'install.download');
/** Points that are passed once for each plugin or file: by day the process dies when some of the list is done, and some is not. */
const MIDDLE = new Map([
  ['install.verify', 1],
  ['install.link', 1],
  ['install.rename-aside', 1],
  ['install.rename-in', 4],
]);

/** Three plugins of one repository, each with a skill, a rule, a hook and a tool server. */
const filesOf = (edition: string): Record<string, string> =>
  Object.fromEntries(
    PLUGINS.flatMap((name) => [
      [
        `plugins/${name}/.svc-plugin/plugin.json`,
        JSON.stringify({
          name: `acme/${name}`,
          version: '1.0.0',
          description: 'x',
          private: true,
          hooks: { Stop: [{ hooks: [{ type: 'command', command: `check-${edition}` }] }] },
        }),
      ],
      [
        `plugins/${name}/skills/${name}/SKILL.md`,
        `---\nname: ${name}\ndescription: Use when ${name} is needed.\n---\n\n${edition}\n`,
      ],
      [`plugins/${name}/rules/style.md`, `# Style of ${edition}\n`],
      [
        `plugins/${name}/.mcp.json`,
        JSON.stringify({ mcpServers: { [name]: { type: 'stdio', command: edition } } }),
      ],
    ]),
  );

describe('three plugins of one repository, while the command is killed', () => {
  const counts = countsOf('a list of plugins, killed at every point');
  const reached = new Set<string>();
  let program: Program;
  let git: GitServer;
  let work: GitWork;

  beforeAll(async () => {
    program = await openProgram({ SVC_URL: 'http://127.0.0.1:9' });
    git = await GitServer.start();
    work = await git.create('acme/plugins');
    await work.commit(filesOf('first'));
  });
  afterAll(async () => {
    await program.close();
    await git.close();
  });

  const copyOf = async (folder: string): Promise<string> => {
    const copy = await mkdtemp(join(program.cwd, 'copy-'));
    await cp(folder, copy, { recursive: true, verbatimSymlinks: true });
    return copy;
  };
  const install = (): string[] => [
    'install',
    git.url('acme/plugins'),
    ...PLUGINS.flatMap((name) => ['--plugin', name]),
    '--agent',
    'claude-code',
    '--agent',
    'codex',
  ];

  /** The project after the command was killed at its point and another one has come; `undefined` when it does not come so far. */
  const afterKill = async (
    start: string,
    command: readonly string[],
    fault: string,
  ): Promise<ProjectFiles | undefined> => {
    const cwd = await copyOf(start);
    const { code, stderr } = await program.run(command, { cwd, env: { SVC_FAULT: fault } });
    if (code !== 137) expect({ code, stderr }).toMatchObject({ code: 0 });
    else {
      counts.add('kills');
      await program.run(['list'], { cwd });
    }
    const state = visible(await stateOf(cwd));
    await rm(cwd, { recursive: true });
    return code === 137 ? state : undefined;
  };

  /** By day one pass of a point, at night every one. */
  const dieAt = async (
    points: readonly FaultPoint[],
    start: string,
    command: readonly string[],
  ): Promise<void> => {
    const done = await copyOf(start);
    expect(await program.run(command, { cwd: done })).toMatchObject({ code: 0 });
    const states = { old: await stateOf(start), new: await stateOf(done) };
    expect(states.old).not.toEqual(states.new);
    for (const { name, leaves } of points) {
      const first = LONG ? 0 : (MIDDLE.get(name) ?? 0);
      for (let pass = first; LONG || pass === first; pass += 1) {
        const state = await afterKill(start, command, `${name}:${pass}`);
        if (state === undefined) break;
        reached.add(name);
        expect({ name, pass, state }).toEqual({ name, pass, state: states[leaves] });
      }
    }
  };

  it('are all there after the next command, or none is', async () => {
    await dieAt(places, await newRepository(program, 'empty'), install());
  });

  it('are all updated after the next command, or none is', async () => {
    const start = await newRepository(program, 'installed');
    expect(await program.run(install(), { cwd: start })).toMatchObject({ code: 0 });
    await work.commit(filesOf('second'));
    await dieAt(sampleOf(places, 3), start, ['update', '--yes']);
  });

  it('have been killed at every point', () => {
    expect([...reached].sort()).toEqual(places.map(({ name }) => name).sort());
  });
});
