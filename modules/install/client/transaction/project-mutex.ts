import { link, mkdir, readdir, rename, rm, rmdir, stat, unlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { codeOf, ifThere, isMissing } from '../../../../toolbox/file-errors.js';
import { projectBusy } from '../../contract/errors.js';
import { isDead, readLock, writeLock, type FoundLock } from './lock-record.js';
import { ownIdentity, type ProcessIdentity } from './process-identity.js';

/** In the work folder while a command holds the project. */
export const MUTEX = 'lock';

const WAIT_MS = 10_000;
const PAUSE_MS = 40;
/** Longer than a takeover takes, which is a few system calls. */
const TAKEOVER_MS = 5_000;
/** Keeps the work folder out of git, even if the project has no ignore file yet. */
const IGNORE_FILE = '.gitignore';

interface Held {
  release(): Promise<void>;
}

/**
 * Lets one command at a time write to a project, across processes. The lock is a file that appears complete or not at all
 * (a hard link) and names its holder and its own inode. It is taken over if its holder has ended, or if it is a copy.
 * Works on network file systems.
 */
export class ProjectMutex {
  constructor(
    private readonly workFolder: string,
    private readonly waitMs = WAIT_MS,
  ) {}

  private get file(): string {
    return join(this.workFolder, MUTEX);
  }

  /** Throws `project_busy` when the holder does not finish in time. */
  async acquire(signal?: AbortSignal): Promise<Held> {
    const deadline = Date.now() + this.waitMs;
    const identity = await ownIdentity();
    for (;;) {
      if (await this.tryCreate(identity)) return { release: () => this.release() };
      const found = await this.find();
      if (found !== undefined && (await isDead(found)) && (await this.takeOver())) continue;
      if (Date.now() > deadline) throw this.busy(found?.holder);
      await delay(
        PAUSE_MS * (0.5 + Math.random()),
        undefined,
        signal === undefined ? undefined : { signal },
      );
    }
  }

  private async tryCreate(identity: ProcessIdentity): Promise<boolean> {
    const own = join(this.workFolder, `lock.${identity.pid}.${randomBytes(6).toString('hex')}`);
    try {
      await makeFolder(this.workFolder);
      await writeFile(join(this.workFolder, IGNORE_FILE), '*\n', { flag: 'wx' }).catch(unlessThere);
      await writeLock(own, identity);
      await link(own, this.file);
      return true;
    } catch (error) {
      // ENOENT: the previous holder has just removed the empty folder
      if (!isMissing(error) && codeOf(error) !== 'EEXIST') throw error;
      return false;
    } finally {
      await rm(own, { force: true });
    }
  }

  /** `undefined` when there is none: just released. */
  private async find(): Promise<FoundLock | undefined> {
    return ifThere(readLock(this.file));
  }

  /** A dead lock is removed only under the takeover file; otherwise two waiters could remove each other's new lock. */
  private async takeOver(): Promise<boolean> {
    const token = join(this.workFolder, 'takeover');
    try {
      await writeFile(token, '', { flag: 'wx' });
    } catch {
      await this.dropOldToken(token);
      return false;
    }
    try {
      const found = await this.find();
      if (found !== undefined && (await isDead(found))) await unlink(this.file);
      return true;
    } finally {
      await rm(token, { force: true });
    }
  }

  private async dropOldToken(token: string): Promise<void> {
    const age = await stat(token).then(
      (info) => Date.now() - info.mtimeMs,
      () => 0,
    );
    if (age > TAKEOVER_MS)
      await rename(token, `${token}.${randomBytes(6).toString('hex')}`).catch(() => undefined);
  }

  /** Removes files of processes that were killed while waiting. A live process whose file is removed simply retries. */
  private async sweep(): Promise<void> {
    const names = await readdir(this.workFolder);
    const stale = names.filter((name) => /^(?:lock|takeover)\.|\.tmp$/.test(name));
    await Promise.all(
      stale.map((name) => rm(join(this.workFolder, name), { force: true, recursive: true })),
    );
  }

  private busy(holder: ProcessIdentity | undefined): Error {
    const name = holder === undefined ? 'unknown' : `process ${holder.pid} on ${holder.host}`;
    return projectBusy({ holder: name, file: this.file, seconds: Math.round(this.waitMs / 1000) });
  }

  private async release(): Promise<void> {
    await this.sweep();
    await unlink(this.file);
    await rm(join(this.workFolder, IGNORE_FILE), { force: true });
    // both fail harmlessly if another command has started, or if `.svc` has other content
    await rmdir(this.workFolder).catch(() => undefined);
    await rmdir(dirname(this.workFolder)).catch(() => undefined);
  }
}

/** On a read-only file system a recursive mkdir reports ENOENT; the plain one reports the actual cause. */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
  } catch (error) {
    if (!isMissing(error)) throw error;
    for (const path of [dirname(folder), folder]) await mkdir(path).catch(unlessThere);
  }
}

function unlessThere(error: unknown): void {
  if (codeOf(error) !== 'EEXIST') throw error;
}
