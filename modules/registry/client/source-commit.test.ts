import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { sourceCommit } from './source-commit.js';

let root: string;
let folder: string;

const git = (...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=Ann', '-c', 'user.email=ann@acme.test', ...args], {
    cwd: root,
    encoding: 'utf8',
  }).trim();

function commitAll(): string {
  git('add', '--all');
  git('commit', '-qm', 'All');
  return git('rev-parse', 'HEAD');
}

const ask = (env: Record<string, string | undefined> = process.env) =>
  sourceCommit(folder, { env, signal: new AbortController().signal });

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'svc-commit-')));
  folder = join(root, 'plugins/own');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'a.md'), 'A');
});
afterEach(() => rm(root, { recursive: true, force: true }));

describe('the commit of a source', () => {
  it('is the full hash of what the repository around it stands at', async () => {
    git('init', '-q');
    const hash = commitAll();
    expect(hash).toMatch(/^[0-9a-f]{40}$/);
    await writeFile(join(root, 'elsewhere.md'), 'not part of the source');
    expect(await ask()).toEqual({ hash });
  });

  it.each(['a.md', 'new.md'])('is not named while %s is not committed', async (file) => {
    git('init', '-q');
    commitAll();
    git('config', 'status.showUntrackedFiles', 'no');
    await writeFile(join(folder, file), 'B');
    expect(await ask()).toEqual({ hash: undefined, why: `${folder} has uncommitted changes` });
  });

  it('is not named of a folder that the repository ignores, has no commit for, or is not there for', async () => {
    const nowhere = { hash: undefined, why: `${folder} is in no commit of a git repository` };
    expect(await ask()).toEqual(nowhere);
    git('init', '-q');
    expect(await ask()).toEqual(nowhere);
    await writeFile(join(root, '.gitignore'), 'plugins\n');
    commitAll();
    expect(await ask()).toEqual(nowhere);
  });

  it('is that of the folder, whatever repository a hook runs this for', async () => {
    git('init', '-q');
    const hash = commitAll();
    const other = join(root, 'other');
    execFileSync('git', ['init', '-q', other]);
    expect(
      await ask({
        ...process.env,
        GIT_DIR: join(other, '.git'),
        GIT_INDEX_FILE: join(other, '.git/index'),
      }),
    ).toEqual({ hash });
  });

  it('is not asked of programs that the configuration names', async () => {
    git('init', '-q');
    const hash = commitAll();
    git('config', 'core.fsmonitor', `touch '${join(folder, 'started')}'; false`);
    expect(await ask()).toEqual({ hash });
  });

  it('is not named where git refuses the repository of another owner', async () => {
    const bin = join(root, 'bin');
    await mkdir(bin);
    const refusal = `fatal: detected dubious ownership in repository at '${root}'`;
    await writeFile(join(bin, 'git'), `#!/bin/sh\necho "${refusal}" >&2\nexit 128\n`, {
      mode: 0o755,
    });
    expect(await ask({ PATH: bin })).toMatchObject({
      hash: undefined,
      why: expect.stringContaining('safe.directory'),
    });
  });

  it('is not named without git', async () => {
    expect(await ask({ PATH: folder })).toEqual({
      hash: undefined,
      why: 'the program git is not on the PATH',
    });
  });
});
