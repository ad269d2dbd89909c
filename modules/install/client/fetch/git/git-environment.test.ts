import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { gitEnvironment } from './git-environment.js';
import { parseGitSource } from '../../resolve/git-source.js';

describe('the ssh that git starts', () => {
  const before = process.cwd();
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'svc-git-environment-'));
    process.chdir(folder);
  });
  afterEach(() => {
    process.chdir(before);
    rmSync(folder, { recursive: true });
  });

  const configure = (...args: readonly string[]) =>
    execFileSync('git', ['config', ...args, 'core.sshCommand', 'mine']);

  async function command(): Promise<string | undefined> {
    const env = { PATH: process.env['PATH'], HOME: folder, GIT_CONFIG_NOSYSTEM: '1' };
    const settings = {
      env,
      source: parseGitSource('git@git.acme.test:acme/tools.git'),
      authorities: undefined,
    };
    return (await gitEnvironment(settings)).GIT_SSH_COMMAND;
  }

  it('is the one that the user has configured', async () => {
    configure('--file', join(folder, '.gitconfig'));
    expect(await command()).toMatch(/^mine /);
  });

  it('is not chosen by the repository that the command runs in', async () => {
    execFileSync('git', ['init', '--quiet']);
    configure('--local');
    expect(await command()).toMatch(/^ssh /);
  });
});
