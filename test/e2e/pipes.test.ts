import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makePlugin } from '../../modules/install/client/testing/make-plugin.js';
import { openProgram, type Program } from './program.js';

describe('a pipe where a file is read', () => {
  let program: Program;

  beforeAll(async () => {
    program = await openProgram({ SVC_URL: 'http://127.0.0.1:9' });
  });

  afterAll(() => program.close());

  /** A project with a plugin, and a pipe in it or in the home folder. */
  async function projectWith(pipe: string): Promise<string> {
    const cwd = await mkdtemp(join(program.cwd, 'project-'));
    await mkdir(join(cwd, '.git'));
    const folder = await makePlugin(join(cwd, 'plugin'), { name: 'acme/tools', skills: ['ship'] });
    expect(
      await program.run(['install', `file:${folder}`, '--agent', 'claude-code'], { cwd }),
    ).toMatchObject({ code: 0 });
    const place = pipe.startsWith('~/') ? join(program.home, pipe.slice(2)) : join(cwd, pipe);
    await mkdir(dirname(place), { recursive: true });
    await rm(place, { force: true });
    execFileSync('mkfifo', [place]);
    return cwd;
  }

  it.each([
    {
      pipe: 'svc.json',
      args: ['status'],
      code: 3,
      words: 'svc.json: is neither a file nor a folder',
    },
    {
      pipe: 'svc.json',
      args: ['search', 'x'],
      code: 6,
      words: 'svc.json cannot be read; searched everywhere',
    },
    {
      pipe: 'svc-lock.json',
      args: ['list'],
      code: 3,
      words: 'svc-lock.json: is neither a file nor a folder',
    },
    {
      pipe: '.mcp.json',
      args: ['install'],
      code: 3,
      words: 'Refused to write .mcp.json: it is not a file',
    },
    { pipe: 'CLAUDE.md', args: ['status'], code: 0, words: '' },
    { pipe: '.svc/.work/journal.json', args: ['list'], code: 6, words: 'journal.json' },
    {
      pipe: '.svc-plugin/plugin.json',
      args: ['project', 'create', 'x'],
      code: 2,
      words: '--workspace',
    },
    { pipe: '~/.codex/config.toml', args: ['init', '--agent', 'codex'], code: 0, words: '' },
    {
      pipe: '~/.svc/credentials.json',
      args: ['whoami'],
      code: 3,
      words: 'credentials.json cannot be read: it is neither a file nor a folder',
    },
    {
      pipe: '~/.svc/config.json',
      args: ['list'],
      code: 0,
      words: 'config.json cannot be read: it is neither a file nor a folder',
    },
  ])('$pipe: `svc $args.0` does not wait for it', async ({ pipe, args, code, words }) => {
    const cwd = await projectWith(pipe);
    const { stderr, ...finished } = await program.run(args, { cwd });
    expect({ code: finished.code, stderr }).toEqual({
      code,
      stderr: expect.stringContaining(words) as unknown,
    });
    if (pipe.startsWith('~/')) await rm(join(program.home, pipe.slice(2)));
  });
});
