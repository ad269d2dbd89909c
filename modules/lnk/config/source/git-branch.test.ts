import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gitBranch } from './git-branch.js';

let folder: string;
const env = {
  PATH: process.env['PATH'],
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CEILING_DIRECTORIES: tmpdir(),
};

const git = (cwd: string, ...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
    cwd,
    env,
    encoding: 'utf8',
  });

/** A folder with a program `git` of these lines. */
function pathWith(name: string, script: string): string {
  const path = join(folder, name);
  mkdirSync(path);
  writeFileSync(join(path, 'git'), `#!/bin/sh\n${script}\n`);
  chmodSync(join(path, 'git'), 0o755);
  return `${path}:/usr/bin:/bin`;
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lnk-branch-'));
  for (const name of ['repository', 'plain', 'unborn', 'sub folder']) mkdirSync(join(folder, name));
  const repository = join(folder, 'repository');
  git(repository, 'init', '--quiet', '--initial-branch=feature/one');
  mkdirSync(join(repository, 'below'));
  writeFileSync(join(repository, 'a'), '');
  git(repository, 'add', 'a');
  git(repository, 'commit', '--quiet', '--message=a');
  git(repository, 'worktree', 'add', '--quiet', '-b', 'other', join(folder, 'worktree'));
  git(repository, 'worktree', 'add', '--quiet', '--detach', join(folder, 'detached'));
  git(join(folder, 'unborn'), 'init', '--quiet', '--initial-branch=new');
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('gitBranch', () => {
  it.each([
    ['repository', 'feature/one'],
    ['repository/below', 'feature/one'],
    ['worktree', 'other'],
    ['detached', undefined],
    ['unborn', 'new'],
    ['plain', undefined],
    ['missing', undefined],
  ])('in %s is %s', async (name, branch) => {
    expect(await gitBranch(join(folder, name), env)).toBe(branch);
  });

  it('is LNK_BRANCH_NAME, unless that is empty', async () => {
    const repository = join(folder, 'repository');
    const given = { ...env, LNK_BRANCH_NAME: 'given' };
    expect(await gitBranch(repository, given)).toBe('given');
    expect(await gitBranch(join(folder, 'plain'), given)).toBe('given');
    expect(await gitBranch(repository, { ...env, LNK_BRANCH_NAME: '' })).toBe('feature/one');
  });

  it('is that of the folder, whatever repository a calling hook has named', async () => {
    const hook = { ...env, GIT_DIR: join(folder, 'repository', '.git') };
    expect(await gitBranch(join(folder, 'worktree'), hook)).toBe('other');
    expect(await gitBranch(join(folder, 'plain'), hook)).toBeUndefined();
  });

  it('is absent without git', async () => {
    const empty = { ...env, PATH: join(folder, 'plain') };
    expect(await gitBranch(join(folder, 'repository'), empty)).toBeUndefined();
  });

  it('is absent when git fails, whatever it prints', async () => {
    const PATH = pathWith('failing', 'echo main; echo broken >&2; exit 128');
    expect(await gitBranch(folder, { ...env, PATH })).toBeUndefined();
  });

  it('is absent when git prints too much', async () => {
    const PATH = pathWith('endless', 'exec yes');
    expect(await gitBranch(folder, { ...env, PATH })).toBeUndefined();
  });

  it('is absent when git hangs, which is ended with all that it has started', async () => {
    const file = join(folder, 'pids');
    const PATH = pathWith(
      'hanging',
      `sleep 600 &\necho $$ $! > '${file}.new'\nmv '${file}.new' '${file}'\nwait`,
    );
    const asked = gitBranch(folder, { ...env, PATH }, { limit: 1500 });
    expect(await asked).toBeUndefined();
    expect(existsSync(file)).toBe(true);
    for (const pid of readFileSync(file, 'utf8').trim().split(' ')) await gone(Number(pid));
  });

  it('asks git without a terminal, and writes nothing', async () => {
    const file = join(folder, 'said');
    const PATH = pathWith(
      'asked',
      `{ echo "$@"; env | grep ^GIT_ | sort; } > '${file}'; echo main`,
    );
    expect(await gitBranch(folder, { ...env, PATH, GIT_TRACE: '/tmp/x' })).toBe('main');
    const said = readFileSync(file, 'utf8');
    expect(said).toContain('branch --show-current');
    expect(said).toContain('GIT_OPTIONAL_LOCKS=0');
    expect(said).toContain('GIT_TERMINAL_PROMPT=0');
    expect(said).not.toContain('GIT_TRACE');
  });
});

/** Waits until a process has ended; the limit of the test ends the wait. */
async function gone(pid: number): Promise<void> {
  for (;;) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    // a process that nobody waits for stays as a zombie
    if (/^State:\s+Z/m.test(statusOf(pid))) return;
    await new Promise((next) => setTimeout(next, 20));
  }
}

function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return '';
  }
}
