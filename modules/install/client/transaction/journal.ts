import { createHash } from 'node:crypto';
import { copyFile, lstat, mkdir, open, readFile, readlink, realpath, rename, rm, rmdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { HostInfo } from 'svc-registry/kernel';
import { recoveryFailed } from '../../contract/errors.js';
import { resolveInside } from '../project/paths.js';

/** One path of the project that is replaced, made or removed. */
export interface JournalEntry {
  /** Relative to the project, with `/`. */
  readonly path: string;
  /** Whether something new comes; otherwise the path is only removed. */
  readonly replaced: boolean;
  /** What the path was when the change was planned, as `printOf` tells. */
  readonly before: string;
}

/** Raised inside; turned into an error for people by who started the change. */
export class PathChanged extends Error {
  constructor(readonly path: string) {
    super(`${path} is not what it was`);
  }
}

/** What stands at a path, so that a change by somebody else is noticed. Folders are told from other things only. */
export async function printOf(target: string): Promise<string> {
  try {
    const info = await lstat(target);
    if (info.isSymbolicLink()) return `link:${await readlink(target)}`;
    if (info.isDirectory()) return 'folder';
    return `file:${createHash('sha256')
      .update(await readFile(target))
      .digest('hex')}`;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return 'nothing';
    throw error;
  }
}

/**
 * The decided changes of one command. New things stand under `new/`, what they replace is moved to `old/`; both moves can be
 * repeated and undone, so after an interruption the next command goes on where this one stopped.
 */
export class Journal {
  constructor(
    private readonly root: string,
    private readonly workFolder: string,
    private readonly fault: NonNullable<HostInfo['fault']>,
  ) {}

  private get file(): string {
    return join(this.workFolder, 'journal.json');
  }

  private at(kind: 'new' | 'old', index: number): string {
    return join(this.workFolder, 'tx', kind, String(index));
  }

  /** From here on the change is decided: an interruption leads to the new state. */
  async write(entries: readonly JournalEntry[]): Promise<void> {
    const temporary = `${this.file}.tmp`;
    const handle = await open(temporary, 'w', 0o600);
    try {
      await handle.writeFile(JSON.stringify({ version: 1, entries }));
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, this.file);
  }

  /** The entries of an interrupted command, or `undefined`. */
  async read(): Promise<readonly JournalEntry[] | undefined> {
    const text = await readFile(this.file, 'utf8').catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    });
    return text === undefined ? undefined : parseEntries(this.file, text);
  }

  /** Keeps the old thing under `old/` and moves the new one in. Does nothing where that has happened already. */
  async apply(entry: JournalEntry, index: number): Promise<void> {
    const target = await resolveInside(this.root, entry.path);
    const [fresh, old] = [this.at('new', index), this.at('old', index)];
    const asideDone = (await printOf(old)) !== 'nothing';
    if (entry.replaced ? (await printOf(fresh)) === 'nothing' : asideDone) return;
    const now = await printOf(target);
    if (now !== 'nothing') {
      if (now !== entry.before || (asideDone && now === 'folder')) throw new PathChanged(entry.path);
      if (!asideDone) await keepOld(target, old, entry.replaced && now !== 'folder');
      this.fault('install.rename-aside');
    }
    if (!entry.replaced) {
      await this.dropEmptyFolders(dirname(target));
      return;
    }
    await mkdir(dirname(target), { recursive: true });
    await rename(fresh, target);
    this.fault('install.rename-in');
  }

  /** The reverse of `apply`, wherever that stopped. */
  async undo(entry: JournalEntry, index: number): Promise<void> {
    const target = await resolveInside(this.root, entry.path);
    const [fresh, old] = [this.at('new', index), this.at('old', index)];
    if (entry.replaced && (await printOf(fresh)) === 'nothing' && (await printOf(target)) !== 'nothing') await rename(target, fresh);
    if ((await printOf(old)) === 'nothing') {
      await this.dropEmptyFolders(dirname(target));
      return;
    }
    await mkdir(dirname(target), { recursive: true });
    await rename(old, target);
  }

  private async dropEmptyFolders(folder: string): Promise<void> {
    if (folder === (await realpath(this.root))) return;
    const removed = await rmdir(folder).then(
      () => true,
      () => false, // not empty, or not there
    );
    if (removed) await this.dropEmptyFolders(dirname(folder));
  }

  /** Drops what was staged for a change that was never decided. */
  async discardStaged(): Promise<void> {
    if ((await printOf(this.file)) === 'nothing') await rm(join(this.workFolder, 'tx'), { recursive: true, force: true });
  }

  /** Ends the change: everything is in place. */
  async finish(): Promise<void> {
    await rm(this.file, { force: true });
    this.fault('install.cleanup');
    await rm(join(this.workFolder, 'tx'), { recursive: true, force: true });
  }
}

/** A file or link that is replaced stays where it is until the new one takes its place in one step: svc.json is never missing. */
async function keepOld(target: string, old: string, stays: boolean): Promise<void> {
  await mkdir(dirname(old), { recursive: true });
  if (!stays) await rename(target, old);
  else if ((await lstat(target)).isSymbolicLink()) await symlink(await readlink(target), old);
  else await copyFile(target, old);
}

function parseEntries(file: string, text: string): readonly JournalEntry[] {
  const value = tryParse(text) as { version?: unknown; entries?: unknown } | undefined;
  const entries = value?.version === 1 && Array.isArray(value.entries) ? (value.entries as unknown[]) : undefined;
  if (entries?.every(isEntry) !== true) throw recoveryFailed({ path: file, why: 'the journal is not readable' });
  return entries as unknown as readonly JournalEntry[];
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isEntry(value: unknown): boolean {
  const entry = value as Partial<JournalEntry> | null;
  return typeof entry?.path === 'string' && typeof entry.replaced === 'boolean' && typeof entry.before === 'string';
}
