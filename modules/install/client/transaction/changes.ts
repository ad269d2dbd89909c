import { isUtf8 } from 'node:buffer';
import { mkdirSync, readFileSync, renameSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import {
  fileSystemReason,
  fromFileSystem,
  isSvcError,
  type HostInfo,
  type SvcError,
} from 'svc-registry/kernel';
import { EventLoopYielder } from '../../../../toolbox/event-loop-yielder.js';
import { mapLimited } from '../../../../toolbox/map-limited.js';
import { changedMeanwhile, unsafePath, writeFailed } from '../../contract/errors.js';
import { invalidFile } from '../json/json-document.js';
import { pathIn, realPath, SVC_FOLDER } from '../project/paths.js';
import { RealPaths } from '../project/real-paths.js';
import type { Area } from '../project/scope.js';
import { placeLink, type FolderLink, type MakeLink } from './folder-link.js';
import { PathChanged, type Journal, type JournalEntry } from './journal.js';
import { entryAt, followedAt, entryHash } from './file-entry.js';
import { takeBack } from './recovery.js';
import { writeSynced } from './write-synced.js';

const MANIFESTS: ReadonlySet<string> = new Set(['svc.json', '.svc/svc.json']);
/** Enough to keep a disk busy; each holds a file open. */
const SYNCS_AT_ONCE = 8;

/** What will stand at a path: a folder is filled already, the rest is made when all is known. */
type Content =
  | { readonly kind: 'text'; readonly text: string; readonly mode: number }
  | { readonly kind: 'link'; readonly link: FolderLink }
  | { readonly kind: 'folder'; readonly staged: string };

interface Planned {
  readonly before: string;
  /** `undefined` when the path is removed. */
  readonly content: Content | undefined;
}

/**
 * Everything one command wants to change in a scope. Nothing shows before `commit`, which changes all or nothing.
 * Paths are those of a scope: relative to its root, with `/`.
 */
export class Changes {
  private readonly planned = new Map<string, Planned>();
  private folders = 0;
  /** Before `commit` nothing changes in the area. */
  private readonly realPaths: RealPaths;

  constructor(
    private readonly area: Area,
    private readonly workFolder: string,
    private readonly fault: NonNullable<HostInfo['fault']>,
  ) {
    this.realPaths = new RealPaths(area);
  }

  /** Paths that `commit` will change or has changed. */
  get paths(): readonly string[] {
    return [...this.planned.keys()].sort();
  }

  /** The text of a file as it will be; `undefined` when there is none. Links of files are followed inside the area. */
  async read(path: string): Promise<string | undefined> {
    const real = this.realPath(path);
    const planned = this.planned.get(real);
    if (planned !== undefined)
      return planned.content?.kind === 'text' ? planned.content.text : undefined;
    const target = this.locationOf(real);
    const info = followedAt(target);
    if (info === undefined) return undefined;
    // a pipe would never end, a folder cannot be read
    if (!info.isFile()) throw unsafePath({ path, why: 'it is not a file' });
    return readFile(target, 'utf8');
  }

  /** Where the content of a path is before `commit`: staged with a folder that is placed, else in the area. Need not exist. */
  locationOf(path: string): string {
    const parts = path.split('/');
    for (let length = parts.length; length > 0; length--) {
      const content = this.planned.get(parts.slice(0, length).join('/'))?.content;
      if (content?.kind === 'folder') return join(content.staged, ...parts.slice(length));
    }
    return this.resolve(path);
  }

  /** The absolute path of a path, with links of its folders followed. Throws `unsafe_path` when that is outside the area. */
  resolve(path: string): string {
    return this.realPaths.resolve(path);
  }

  /** The real path of the area's root. */
  get root(): string {
    return this.realPaths.root;
  }

  /**
   * Writes a whole text file, unless it has that text already. An existing file keeps its rights.
   * Throws `project_file_invalid` when that is in another encoding: what `read` gave of it is not all that is there.
   */
  async write(path: string, text: string): Promise<void> {
    if ((await this.read(path)) === text) return;
    const real = this.realPath(path);
    const target = this.resolve(real);
    if (!real.startsWith(`${SVC_FOLDER}/`)) assertUtf8(path, target);
    this.plan(real, target, { kind: 'text', text, mode: modeOf(target, path) });
  }

  /** Puts a folder there: `fill` writes its content into an empty one. */
  async placeFolder(path: string, fill: (folder: string) => Promise<void>): Promise<void> {
    const target = this.resolve(path);
    const staged = join(this.workFolder, 'tx', 'stage', String(this.folders++));
    mkdirSync(staged, { recursive: true });
    this.plan(this.canonical(target), target, { kind: 'folder', staged });
    await fill(staged);
  }

  /** Puts a link there that points at a folder below the root, relatively; a copy of it where the system makes no links. */
  link(path: string, to: string, make?: MakeLink): void {
    const from = this.resolve(path);
    const link = {
      from,
      folder: join(this.root, to),
      of: to,
      source: () => this.locationOf(to),
      make,
    };
    this.plan(this.canonical(from), from, { kind: 'link', link });
  }

  /** Removes what is there: a file, a link or a folder. */
  remove(path: string): void {
    const target = this.resolve(path);
    const canonical = this.canonical(target);
    const before = entryHash(target);
    if (before === 'nothing') this.planned.delete(canonical);
    else this.planned.set(canonical, { before, content: undefined });
  }

  /** Changes everything, or, when that fails, nothing. */
  async commit(journal: Journal): Promise<void> {
    const entries = [...this.planned].map(([path, { before, content }]) => ({
      path,
      replaced: content !== undefined,
      before,
    }));
    if (entries.length > 0) await this.stage(journal, entries);
    this.fault('install.stage');
    if (entries.length === 0) return;
    journal.decide();
    this.fault('install.journal');
    const resolve = journal.resolver();
    for (const [index, entry] of entries.entries()) {
      try {
        if (MANIFESTS.has(entry.path)) this.fault('install.config-write');
        journal.apply(entry, index, resolve);
      } catch (error) {
        takeBack(journal, entries);
        throw explained(error, entry.path);
      }
    }
    journal.finish();
  }

  /** Makes everything new under the number that it has in the journal, and the journal. All of it is on the disk then but what folders hold. */
  private async stage(journal: Journal, entries: readonly JournalEntry[]): Promise<void> {
    for (const [path, { content }] of this.planned) assertWritable(path, content);
    const folder = join(this.workFolder, 'tx', 'new');
    mkdirSync(folder, { recursive: true });
    const contents = [...this.planned.values()].map(({ content }, index) => ({
      location: join(folder, String(index)),
      content,
    }));
    const texts = contents.flatMap(({ location, content }) =>
      content?.kind === 'text' ? [{ location, content }] : [],
    );
    const done = await Promise.allSettled([
      mapLimited(texts, SYNCS_AT_ONCE, ({ location, content }) => writeSynced(location, content)),
      journal.write(entries),
      // meanwhile
      moveIn(contents),
    ]);
    for (const each of done) if (each.status === 'rejected') throw each.reason;
  }

  private plan(path: string, target: string, content: Content): void {
    this.planned.set(path, {
      before: this.planned.get(path)?.before ?? entryHash(target),
      content,
    });
  }

  /** One path for one thing, whichever links lead to it. */
  private canonical(target: string): string {
    const below = `${this.root}${sep}`;
    return target.startsWith(below)
      ? target.slice(below.length).replaceAll('\\', '/')
      : pathIn(this.root, target);
  }

  /** The file's own path, after following it when it is a link. Throws `unsafe_path` when that leads out of the project. */
  realPath(path: string): string {
    const target = this.resolve(path);
    if (entryAt(target)?.isSymbolicLink() !== true) return this.canonical(target);
    const real = realTarget(target, path);
    this.realPaths.assertInside({ target: real, path });
    return this.canonical(real);
  }
}

function realTarget(target: string, path: string): string {
  try {
    return realPath(target);
  } catch {
    throw unsafePath({ path, why: 'it is a link to something that does not exist' });
  }
}

interface Staged {
  readonly location: string;
  readonly content: Content | undefined;
}

/** What needs no sync: links, and folders that are filled. */
async function moveIn(contents: readonly Staged[]): Promise<void> {
  const yielder = new EventLoopYielder();
  // a link may become a copy of a folder that has not moved yet
  for (const { location, content } of contents) {
    if (content?.kind === 'link') await placeLink(location, content.link);
    if (yielder.isDue) await yielder.pause();
  }
  for (const { location, content } of contents)
    if (content?.kind === 'folder') renameSync(content.staged, location);
}

function modeOf(target: string, path: string): number {
  const info = followedAt(target);
  if (info === undefined) return 0o644;
  if (!info.isFile()) throw unsafePath({ path, why: 'it is not a file' });
  return info.mode & 0o777;
}

/** A Latin-1 `CLAUDE.md` would lose every letter that has an accent. */
function assertUtf8(path: string, target: string): void {
  if (followedAt(target) === undefined || isUtf8(readFileSync(target))) return;
  throw invalidFile(path, [
    {
      file: path,
      message: 'is not in UTF-8; written anew, it would lose characters. Save it as UTF-8',
    },
  ]);
}

/** Somebody who makes a file read-only does not want it replaced; planning it does no harm. */
function assertWritable(path: string, content: Content | undefined): void {
  if (content?.kind === 'text' && (content.mode & 0o200) === 0)
    throw unsafePath({ path, why: 'it is read-only' });
}

function explained(error: unknown, path: string): SvcError {
  if (error instanceof PathChanged) return changedMeanwhile({ path });
  if (isSvcError(error)) return error;
  const known = fromFileSystem(error);
  const why = known === undefined ? (error as Error).message : fileSystemReason(error);
  return writeFailed({ path, why, hint: known?.hint }, { cause: error });
}
