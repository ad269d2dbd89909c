import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { stateOf, type ProjectFiles } from '../faults/harness/project-state.js';
import { GitServer, type GitWork } from '../network/git-server.js';
import { openProgram, requireBuild, type Finished, type Program } from './program.js';
import { newRepository } from './registry-server.js';

const skillOf = (name: string, edition: string): string =>
  `---\nname: ${name}\ndescription: Use when ${name} is needed.\n---\n\n${edition}\n`;

/** Two plugins and a loose skill, all of whose files differ between editions. */
const filesOf = (edition: string): Record<string, string> => ({
  ...Object.fromEntries(
    ['one', 'two'].flatMap((name) => [
      [
        `plugins/${name}/.claude-plugin/plugin.json`,
        JSON.stringify({ name, description: `${name}, ${edition}` }),
      ],
      [`plugins/${name}/skills/${name}/SKILL.md`, skillOf(name, edition)],
      [`plugins/${name}/skills/${name}/data.txt`, `${name} ${edition}`],
    ]),
  ),
  'skills/loose/SKILL.md': skillOf('loose', edition),
  'skills/loose/data.txt': `loose ${edition}`,
});

/** What an install asks for, in this order: the branch, its commit, what is looked at, the plugins, the loose skill. */
const STEPS = ['the branch', 'the commit', 'what it holds', 'the plugins', 'the loose skill'];

describe('a repository whose history is rewritten in the middle of a command', () => {
  let program: Program;
  let server: GitServer;
  let work: GitWork;
  let repositories = 0;
  let source: string;
  let project: string;

  beforeAll(async () => {
    requireBuild();
    program = await openProgram({ SVC_URL: 'http://127.0.0.1:9' });
    server = await GitServer.start();
  });
  afterAll(async () => {
    await server.close();
    await program.close();
  });
  beforeEach(async () => {
    server.before = () => Promise.resolve();
    repositories += 1;
    work = await server.create(`acme/tools-${repositories}`);
    source = server.url(`acme/tools-${repositories}`);
    await work.commit(filesOf('first'));
    project = await newRepository(program, `project-${repositories}`);
  });

  const run = (...args: readonly string[]): Promise<Finished> =>
    program.run(args, { cwd: project });
  const install = (): Promise<Finished> => run('install', source, '--agent', 'claude-code');

  /** Runs a command while the history is rewritten before the answer to one of its requests for contents. */
  async function rewrittenBefore(
    step: number,
    command: () => Promise<Finished>,
  ): Promise<Finished> {
    let posts = 0;
    server.before = async (request) => {
      if (!request.startsWith('POST ')) return;
      posts += 1;
      if (posts === step + 1) await work.rewrite(filesOf('second'));
    };
    const finished = await command();
    expect(posts).toBeGreaterThan(step);
    server.before = () => Promise.resolve();
    return finished;
  }

  /** The edition of everything that is installed. */
  async function editions(): Promise<readonly string[]> {
    const state: ProjectFiles = await stateOf(project);
    const texts = Object.entries(state).flatMap(([path, text]) =>
      path.startsWith('.svc/plugins') && /(?:SKILL\.md|data\.txt)$/.test(path) ? [text] : [],
    );
    expect(texts.length % 6).toBe(0);
    return [...new Set(texts.map((text) => /first|second/.exec(text)?.[0] ?? text))];
  }

  const REFUSED = {
    code: 6,
    stderr: expect.stringMatching(/its history was rewritten[^]*Run the command again/),
  };

  it('is installed as it was asked for: the branch that is there counts', async () => {
    expect(await rewrittenBefore(0, install)).toMatchObject({ code: 0 });
    expect(await editions()).toEqual(['second']);
  });

  it.each(STEPS.map((what, step) => [what, step] as const).slice(1))(
    'is one error when that happens before %s came, and nothing changes',
    async (_what, step) => {
      const before = await stateOf(project);
      expect(await rewrittenBefore(step, install)).toMatchObject(REFUSED);
      expect(await stateOf(project)).toEqual(before);
      expect(await install()).toMatchObject({ code: 0 });
      expect(await editions()).toEqual(['second']);
    },
  );

  it.each([[1], [2]])('is not updated by halves: request %s', async (step) => {
    expect(await install()).toMatchObject({ code: 0 });
    await work.commit(filesOf('lost'));
    const before = await stateOf(project);
    const { code, stdout } = await rewrittenBefore(step, () => run('update', '--yes'));
    expect({ code, stdout }).toMatchObject({
      code: 6,
      stdout: expect.stringContaining('rewritten'),
    });
    expect(await stateOf(project)).toEqual(before);
    expect(await run('update', '--yes')).toMatchObject({ code: 0 });
    expect(await editions()).toEqual(['second']);
  });

  it('is said to be gone where a lock names what was there, and an update goes on', async () => {
    expect(await install()).toMatchObject({ code: 0 });
    await work.rewrite(filesOf('second'));
    await rm(join(project, '.svc'), { recursive: true });
    const before = await stateOf(project);
    expect(await run('install')).toMatchObject({
      ...REFUSED,
      stderr: expect.stringMatching(/history was rewritten[^]*`svc update`/),
    });
    expect(await stateOf(project)).toEqual(before);
    expect(await run('update', '--yes')).toMatchObject({ code: 0 });
    expect(await editions()).toEqual(['second']);
  });
});
