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
    const install = ['install', `file:${folder}`, '--agent', 'claude-code', '--tool-server'];
    expect(await program.run(install, { cwd })).toMatchObject({ code: 0 });
    const location = pipe.startsWith('~/') ? join(program.home, pipe.slice(2)) : join(cwd, pipe);
    await mkdir(dirname(location), { recursive: true });
    await rm(location, { force: true });
    execFileSync('mkfifo', [location]);
    return cwd;
  }

  it.each<[pipe: string, args: string[], code: number, words: string]>([
    ['svc.json', ['status'], 3, 'svc.json: is neither a file nor a folder'],
    ['svc.json', ['search', 'x'], 6, 'svc.json cannot be read; searched everywhere'],
    ['svc-lock.json', ['list'], 3, 'svc-lock.json: is neither a file nor a folder'],
    ['.mcp.json', ['install'], 3, 'Refused to write .mcp.json: it is not a file'],
    ['CLAUDE.md', ['status'], 0, ''],
    ['.svc/.work/journal.json', ['list'], 6, 'journal.json'],
    ['.svc-plugin/plugin.json', ['project', 'create', 'x'], 2, '--workspace'],
    ['~/.codex/config.toml', ['init', '--agent', 'codex'], 0, ''],
    [
      '~/.svc/credentials.json',
      ['whoami'],
      3,
      'credentials.json cannot be read: it is neither a file nor a folder',
    ],
    [
      '~/.svc/config.json',
      ['list'],
      0,
      'config.json cannot be read: it is neither a file nor a folder',
    ],
  ])('%s: `svc %s` does not wait for it', async (...[pipe, args, code, words]) => {
    const cwd = await projectWith(pipe);
    const { stderr, ...finished } = await program.run(args, { cwd });
    expect({ code: finished.code, stderr }).toEqual({
      code,
      stderr: expect.stringContaining(words) as unknown,
    });
    if (pipe.startsWith('~/')) await rm(join(program.home, pipe.slice(2)));
  });
});
