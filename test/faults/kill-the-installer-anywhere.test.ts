import { cp, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makePlugin } from '../../modules/install/client/testing/make-plugin.js';
import { openProgram, type Program } from '../e2e/program.js';
import { newRepository } from '../e2e/registry-server.js';
import { countsOf } from './harness/counts.js';
import { stateOf, visible, type ProjectFiles } from './harness/project-state.js';
import { between, rounds, wait } from './harness/rounds.js';

const KILLS = rounds(8, 40);
const SKILLS = Array.from({ length: 60 }, (_, index) => `skill-${index + 1}`);
const files = (version: string) =>
  Object.fromEntries(SKILLS.map((skill) => [`skills/${skill}/notes.md`, version.repeat(2000)]));

describe('an install that is killed at any moment', () => {
  const counts = countsOf('the installer killed at random moments');
  let program: Program;
  let start: string;
  let states: { readonly old: ProjectFiles; readonly new: ProjectFiles };
  let duration: number;

  const source = (): string => join(program.home, 'plugin');
  const command = (): string[] => ['install', `file:${source()}`, '--agent', 'claude-code'];
  const publish = (version: string): Promise<string> =>
    makePlugin(source(), {
      name: 'acme/many',
      version,
      skills: SKILLS,
      rules: ['style'],
      files: files(version),
    });

  beforeAll(async () => {
    program = await openProgram({ SVC_URL: 'http://127.0.0.1:9' });
    start = await newRepository(program, 'start');
    await publish('1.0.0');
    expect(await program.run(command(), { cwd: start })).toMatchObject({ code: 0 });
    await publish('2.0.0');
    const done = await copyOf(start);
    const begun = Date.now();
    expect(await program.run(command(), { cwd: done })).toMatchObject({ code: 0 });
    duration = Date.now() - begun;
    states = { old: await stateOf(start), new: await stateOf(done) };
  });
  afterAll(() => program.close());

  const copyOf = async (folder: string): Promise<string> => {
    const copy = await mkdtemp(join(program.cwd, 'copy-'));
    await cp(folder, copy, { recursive: true, verbatimSymlinks: true });
    return copy;
  };

  /** Which of the two states the next command finds; the whole state when it is neither. */
  const found = async (cwd: string): Promise<keyof typeof states | ProjectFiles> => {
    expect(await program.run(['list'], { cwd })).toMatchObject({ code: 0 });
    const state = visible(await stateOf(cwd));
    const same = (other: ProjectFiles): boolean => JSON.stringify(state) === JSON.stringify(other);
    if (same(states.old)) return 'old';
    return same(states.new) ? 'new' : state;
  };

  it('leaves the old or the new project, never anything between', async () => {
    for (let round = 0; round < KILLS; round += 1) {
      const cwd = await copyOf(start);
      const { child, finished } = program.start(command(), { cwd });
      await wait(between(0, duration));
      child.kill('SIGKILL');
      await finished;
      const state = await found(cwd);
      expect(['old', 'new']).toContain(state);
      counts.add(state === 'old' ? 'left the old state' : 'left the new state');
      expect(await program.run(command(), { cwd })).toMatchObject({ code: 0 });
      expect(await stateOf(cwd)).toEqual(states.new);
      await rm(cwd, { recursive: true });
    }
  });
});
