import { mkdirSync, renameSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { HostInfo } from 'svc-registry/kernel';
import { isMissing } from '../../../../toolbox/file-errors.js';
import { parsedJson } from '../../../../toolbox/parsed-json.js';
import { fieldsOf } from '../../../../toolbox/type-guards.js';
import { recoveryFailed } from '../../contract/errors.js';
import { realRoots, resolveInside } from '../project/paths.js';
import { readableText } from '../project/project-file.js';
import { withinOneFolder } from '../project/real-paths.js';
import type { Area } from '../project/scope.js';
import { copy, move } from './move.js';
import { isThere, entryHash } from './file-entry.js';
import { writeSynced } from './write-synced.js';

/** One path of a scope that is replaced, made or removed. */
export interface JournalEntry {
  /** The path as used by `Changes`. */
  readonly path: string;
  /** Whether new content replaces it; otherwise the path is only removed. */
  readonly replaced: boolean;
  /** `entryHash` of the path when the change was planned. */
  readonly before: string;
}

/** Internal; the code that started the change turns it into an error for people. */
export class PathChanged extends Error {
  constructor(readonly path: string) {
    super(`${path} is not what it was`);
  }
}

/**
 * The decided changes of one command. New entries are under `new/`, the replaced ones move to `old/`; both moves can be
 * repeated and undone, so after an interruption the next command goes on where this one stopped.
 *
 * The calls are synchronous: there are several per link of every skill, and a promise would cost many times more than each.
 */
export class Journal {
  constructor(
    private readonly area: Area,
    private readonly workFolder: string,
    private readonly fault: NonNullable<HostInfo['fault']>,
  ) {}

  private get file(): string {
    return join(this.workFolder, 'journal.json');
  }

  private get staging(): string {
    return join(this.workFolder, 'tx');
  }

  private at(kind: 'new' | 'old', index: number): string {
    return `${this.staging}/${kind}/${index}`;
  }

  private get undecided(): string {
    return `${this.file}.tmp`;
  }

  /** Writes the journal to disk under a name that does not count as a decision yet. */
  write(entries: readonly JournalEntry[]): Promise<void> {
    // a killed command may have left a file, and a link from a repository would be written through
    rmSync(this.undecided, { recursive: true, force: true });
    return writeSynced(this.undecided, {
      text: JSON.stringify({ version: 1, folder: this.identity(), entries }),
      mode: 0o600,
    });
  }

  /** Decides the written change: after an interruption, recovery completes it. Everything it needs must be on disk by now. */
  decide(): void {
    renameSync(this.undecided, this.file);
  }

  /** The entries of an interrupted command, or `undefined`. */
  read(): readonly JournalEntry[] | undefined {
    if (!isThere(this.file)) return undefined;
    const { folder, entries } = parseJournal(this.file, readableText(this.file));
    if (entries.length === 0 || folder === this.identity()) return entries;
    throw recoveryFailed({
      path: this.file,
      why: 'it tells of a folder that this one is a copy of, or came with a repository; remove .svc/.work and run `svc install`',
    });
  }

  /** An unpredictable number that rejects a journal from a repository, which could have files moved and removed. */
  private identity(): string {
    return String(statSync(this.workFolder, { bigint: true }).ino);
  }

  /** The path resolver for `apply`. Create a new one for each stretch of synchronous calls. */
  resolver(): (path: string) => string {
    return withinOneFolder(this.area);
  }

  /** Moves the old entry to `old/` and the new one into place. Skips steps that are already done. */
  apply(entry: JournalEntry, index: number, resolve: (path: string) => string): void {
    const target = resolve(entry.path);
    const [fresh, old] = [this.at('new', index), this.at('old', index)];
    const asideDone = isThere(old);
    if (entry.replaced ? !isThere(fresh) : asideDone) return;
    const now = entryHash(target);
    if (now !== 'nothing') {
      if (now !== entry.before || (asideDone && now === 'folder'))
        throw new PathChanged(entry.path);
      if (!asideDone) keepOld(target, old, entry.replaced && now !== 'folder');
      this.fault('install.rename-aside');
    }
    if (!entry.replaced) {
      this.dropEmptyFolders(dirname(target));
      return;
    }
    moveTo(target, fresh);
    this.fault('install.rename-in');
  }

  /** Reverses `apply`, even if that was interrupted. */
  undo(entry: JournalEntry, index: number): void {
    const target = resolveInside(this.area, entry.path);
    const [fresh, old] = [this.at('new', index), this.at('old', index)];
    if (entry.replaced && !isThere(fresh) && isThere(target)) move(target, fresh);
    if (isThere(old)) moveTo(target, old);
    else this.dropEmptyFolders(dirname(target));
  }

  private dropEmptyFolders(folder: string): void {
    if (realRoots(this.area).includes(folder)) return;
    try {
      rmdirSync(folder);
    } catch {
      return; // not empty, or not there
    }
    this.dropEmptyFolders(dirname(folder));
  }

  /** Drops what was staged for a change that was never decided. */
  discardStaged(): void {
    if (!isThere(this.file)) this.dropStaged();
  }

  /** Ends the change after everything is in place. */
  finish(): void {
    rmSync(this.file, { force: true });
    this.fault('install.cleanup');
    this.dropStaged();
  }

  private dropStaged(): void {
    rmSync(this.staging, { recursive: true, force: true });
  }
}

/** Creates the target's folder only if the rename fails, because it mostly exists. */
function moveTo(target: string, from: string): void {
  try {
    move(from, target);
  } catch (error) {
    if (!isMissing(error)) throw error;
    mkdirSync(dirname(target), { recursive: true });
    move(from, target);
  }
}

/** A replaced file or link stays until the new one is renamed over it, so that svc.json is never missing. */
function keepOld(target: string, old: string, stays: boolean): void {
  mkdirSync(dirname(old), { recursive: true });
  if (stays) copy(target, old);
  else move(target, old);
}

function parseJournal(
  file: string,
  text: string,
): { folder: unknown; entries: readonly JournalEntry[] } {
  const { version, folder, entries } = fieldsOf(parsedJson(text));
  if (version !== 1 || !Array.isArray(entries) || !entries.every(isEntry))
    throw recoveryFailed({ path: file, why: 'the journal is not readable' });
  return { folder, entries };
}

function isEntry(value: unknown): value is JournalEntry {
  const { path, replaced, before } = fieldsOf(value);
  return typeof path === 'string' && typeof replaced === 'boolean' && typeof before === 'string';
}
