import { spawnSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makePlugin } from '../../modules/install/client/testing/make-plugin.js';
import { ownIdentity } from '../../modules/install/client/transaction/process-identity.js';
import { openProgram, type Finished, type Program } from '../e2e/program.js';
import { newRepository } from '../e2e/registry-server.js';
import { countsOf } from './harness/counts.js';
import { stateOf } from './harness/project-state.js';
import { rounds } from './harness/rounds.js';

const PROCESSES = 8;
const ROUNDS = rounds(1, 50);
/** The last two processes install one and the same plugin. */
const names = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'seven'];

describe('installs into one project', () => {
  const counts = countsOf('eight installs at once');
  let program: Program;
  let plugins: string;

  beforeAll(async () => {
    program = await openProgram({ SVC_URL: 'http://127.0.0.1:9' });
    plugins = join(program.home, 'plugins');
    for (const name of new Set(names))
      await makePlugin(join(plugins, name), {
        name: `acme/${name}`,
        skills: [name, 'shared'],
        rules: [name],
      });
  });
  afterAll(() => program.close());

  const install = (cwd: string, name: string): Promise<Finished> =>
    program.run(
      ['install', `file:${join(plugins, name)}`, '--agent', 'claude-code', '--tool-server'],
      { cwd },
    );

  it('by eight processes at once lose nothing', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const cwd = await newRepository(program, `together-${round}`);
      const outcomes = await Promise.all(names.map((name) => install(cwd, name)));
      expect(outcomes.map(({ code, stderr }) => (code === 0 ? '' : stderr))).toEqual(
        Array.from({ length: PROCESSES }, () => ''),
      );
      counts.add('installs', PROCESSES);
      const state = await stateOf(cwd);
      const all = [...new Set(names)].sort();
      const { dependencies } = JSON.parse(await readFile(join(cwd, 'svc.json'), 'utf8')) as {
        dependencies: object;
      };
      expect(Object.keys(dependencies).sort()).toEqual(all.map((name) => `acme/${name}`).sort());
      const links = Object.keys(state).filter((path) => path.startsWith('.claude/skills/'));
      expect(links.map((path) => path.slice('.claude/skills/'.length)).sort()).toEqual(
        all.flatMap((name) => [name, `${name}-shared`]).sort(),
      );
      expect(JSON.parse(await readFile(join(cwd, '.mcp.json'), 'utf8'))).toMatchObject({
        mcpServers: { svc: {} },
      });
      expect(Object.keys(state).filter((path) => path.includes('.work'))).toEqual([]);
      // what they made together is what one alone would have made
      expect(await program.run(['install'], { cwd })).toMatchObject({ code: 0 });
      expect(await stateOf(cwd)).toEqual(state);
    }
  });

  const holdBy = async (name: string, holder: object): Promise<string> => {
    const cwd = await newRepository(program, name);
    await mkdir(join(cwd, '.svc/.work'), { recursive: true });
    await writeFile(join(cwd, '.svc/.work/lock'), JSON.stringify(holder));
    return cwd;
  };

  it('wait for another command, but not forever, and say for which', async () => {
    const cwd = await holdBy('held', await ownIdentity());
    const { code, stderr } = await install(cwd, 'one');
    expect(code).toBe(5);
    expect(stderr).toContain(`process ${process.pid} on ${hostname()}`);
    expect(stderr).toContain('did not finish within 10 s');
    expect(Object.keys(await stateOf(cwd))).toEqual([
      '.git',
      '.svc/.work/.gitignore',
      '.svc/.work/lock',
    ]);
  });

  it('go on where the process that held the project has died', async () => {
    const cwd = await holdBy('abandoned', {
      ...(await ownIdentity()),
      pid: spawnSync(process.execPath, ['-e', '0']).pid,
    });
    expect(await install(cwd, 'one')).toMatchObject({ code: 0 });
    expect(Object.keys(await stateOf(cwd)).filter((path) => path.includes('.work'))).toEqual([]);
  });
});
