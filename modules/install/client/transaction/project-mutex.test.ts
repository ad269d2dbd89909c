import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { execFileSync, spawnSync } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ownIdentity } from './process-identity.js';
import { ProjectMutex } from './project-mutex.js';

let base: string;
let folder: string;
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'svc-mutex-'));
  folder = join(base, '.svc/.work');
});
afterEach(() => rm(base, { recursive: true, force: true }));

const mutex = (waitMs = 200): ProjectMutex => new ProjectMutex(folder, waitMs);
const deadPid = (): number => spawnSync(process.execPath, ['-e', '0']).pid;

async function leaveLock(identity: unknown): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(
    join(folder, 'lock'),
    typeof identity === 'string' ? identity : JSON.stringify(identity),
  );
}

async function admitOneByOne(visitors: number): Promise<void> {
  let inside = 0;
  const visit = async (): Promise<void> => {
    const held = await mutex(10_000).acquire();
    expect(++inside).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 2));
    inside -= 1;
    await held.release();
  };
  await Promise.all(Array.from({ length: visitors }, visit));
}

describe('the mutex of a project', () => {
  it('admits one at a time and leaves nothing behind', async () => {
    await admitOneByOne(12);
    expect(await readdir(base)).toEqual([]);
  });

  it('names the holder when it waits in vain', async () => {
    const held = await mutex().acquire();
    await expect(mutex().acquire()).rejects.toMatchObject({
      code: 'project_busy',
      message: expect.stringContaining(`process ${process.pid} on ${hostname()}`),
      hint: expect.stringContaining(join(folder, 'lock')),
    });
    await held.release();
  });

  it('takes over from a process that has ended', async () => {
    await leaveLock({ pid: deadPid(), host: hostname(), started: '1' });
    await (await mutex().acquire()).release();
    expect(await readdir(base)).toEqual([]);
  });

  it('takes over from a process whose number now belongs to another', async () => {
    await leaveLock({ ...(await ownIdentity()), started: '1' });
    const taken = mutex().acquire();
    if (process.platform === 'linux') await (await taken).release();
    else await expect(taken).rejects.toMatchObject({ code: 'project_busy' });
  });

  it('waits for a process of another machine', async () => {
    const held = await mutex().acquire();
    const file = join(folder, 'lock');
    const lock = JSON.parse(await readFile(file, 'utf8')) as object;
    await writeFile(file, JSON.stringify({ ...lock, host: 'elsewhere.example' }));
    await expect(mutex().acquire()).rejects.toMatchObject({
      code: 'project_busy',
      message: expect.stringContaining('on elsewhere.example'),
    });
    await held.release();
  });

  it.each([
    ['of another machine', { pid: 1, host: 'elsewhere.example', started: '1', inode: '1' }],
    ['of another machine and an older svc', { pid: 1, host: 'elsewhere.example', started: '1' }],
    ['that names nobody', {}],
    ['that is no JSON', 'not JSON'],
    ['that is empty', ''],
  ])('replaces the copy of a lock %s', async (_name, identity) => {
    await leaveLock(identity);
    await (await mutex().acquire()).release();
    expect(await readdir(base)).toEqual([]);
  });

  it.each([
    ['a link', (path: string) => symlink('/dev/zero', path)],
    ['a pipe', (path: string) => Promise.resolve(void execFileSync('mkfifo', [path]))],
  ])('replaces %s that stands where the lock belongs', async (_name, make) => {
    await mkdir(folder, { recursive: true });
    await make(join(folder, 'lock'));
    await (await mutex().acquire()).release();
    expect(await readdir(base)).toEqual([]);
  });

  it('is never committed', async () => {
    execFileSync('git', ['init', '-q'], { cwd: base });
    const held = await mutex().acquire();
    expect(await readdir(folder)).toContain('lock');
    expect(
      execFileSync('git', ['status', '--porcelain', '--untracked-files=all'], {
        cwd: base,
      }).toString(),
    ).toBe('');
    await held.release();
  });

  it('lets many take over one dead lock, one after the other', async () => {
    await leaveLock({ pid: deadPid(), host: hostname(), started: '1' });
    await admitOneByOne(10);
  });

  it('leaves no folder that stands under the name of a file of its own', async () => {
    for (const name of ['lock.x', 'takeover.x', 'journal.json.tmp'])
      await mkdir(join(folder, name, 'deep'), { recursive: true });
    await (await mutex().acquire()).release();
    expect(await readdir(base)).toEqual([]);
  });

  it('stops waiting when it is cancelled', async () => {
    const held = await mutex().acquire();
    await expect(mutex(10_000).acquire(AbortSignal.timeout(20))).rejects.toMatchObject({
      code: 'ABORT_ERR',
    });
    await held.release();
  });
});
