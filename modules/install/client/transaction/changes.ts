import { isUtf8 } from 'node:buffer';
import { mkdirSync, readFileSync, renameSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { fromFileSystem, isSvcError, type HostInfo, type SvcError } from 'svc-registry/kernel';
import { fileSystemReason } from '../../../../toolbox/file-reasons.js';
import { EventLoopYielder } from '../../../../toolbox/event-loop-yielder.js';
import { mapLimited } from '../../../../toolbox/map-limited.js';
import { changedMeanwhile, unsafePath, writeFailed } from '../../contract/errors.js';
import { invalidFile } from '../json/json-document.js';
import { pathIn, realPath, SVC_FOLDER } from '../project/paths.js';
import { RealPaths } from '../project/real-paths.js';
import type { Area } from '../project/scope.js';
import { placeLink, type FolderLink } from './folder-link.js';
import { PathChanged, type Journal, type JournalEntry } from './journal.js';
import { entryAt, followedAt, entryHash } from './file-entry.js';
import { takeBack } from './recovery.js';
import { writeSynced } from './write-synced.js';

const MANIFESTS: ReadonlySet<string> = new Set(['svc.json', '.svc/svc.json']);
/** Enough to keep a disk busy; each sync keeps a file open. */
const SYNCS_AT_ONCE = 8;

/** The new content of a path: a folder is filled when it is planned, anything else at commit. */
type Content =
  | { readonly kind: 'text'; readonly text: string; readonly mode: number }
  | { readonly kind: 'link'; readonly link: FolderLink }
  | { readonly kind: 'folder'; readonly staged: string };

interface Planned {
  readonly before: string;
  /** `undefined` if the path is to be removed. */
  readonly content: Content | undefined;
}

/**
 * All changes of one command in a scope. Nothing is visible before `commit`, which makes all changes or none.
 * Paths are those of a scope: relative to its root, with `/`.
 */
export class Changes {
  private readonly planned = new Map<string, Planned>();
  private folders = 0;
  /** Safe to keep, because nothing changes in the area before `commit`. */
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

  /** The future text of a file; `undefined` if there is none. Links to files are followed inside the area. */
  async read(path: string): Promise<string | undefined> {
    const real = this.realPath(path);
    const planned = this.planned.get(real);
    if (planned !== undefined)
      return planned.content?.kind === 'text' ? planned.content.text : undefined;
    const target = this.locationOf(real);
    const info = followedAt(target);
    if (info === undefined) return undefined;
    // reading a pipe could block forever, and a folder cannot be read
    if (!info.isFile()) throw unsafePath({ path, why: 'it is not a file' });
    return readFile(target, 'utf8');
  }

  /** The location of a path's content before `commit`: in the staging folder if it is placed, else in the area. May not exist. */
  locationOf(path: string): string {
    const parts = path.split('/');
    for (let length = parts.length; length > 0; length--) {
      const content = this.planned.get(parts.slice(0, length).join('/'))?.content;
      if (content?.kind === 'folder') return join(content.staged, ...parts.slice(length));
    }
    return this.resolve(path);
  }

  /** The absolute form of a path after following links of its folders. Throws `unsafe_path` if it is outside the area. */
  resolve(path: string): string {
    return this.realPaths.resolve(path);
  }

  /** The real path of the area's root. */
  get root(): string {
    return this.realPaths.root;
  }

  /**
   * Writes a whole text file, unless it has that text already. An existing file keeps its mode; a new one gets `mode`.
   * Throws `project_file_invalid` if that file is not UTF-8, because `read` would have lost characters.
   */
  async write(path: string, text: string, mode = 0o644): Promise<void> {
    if ((await this.read(path)) === text) return;
    const real = this.realPath(path);
    const target = this.resolve(real);
    if (!real.startsWith(`${SVC_FOLDER}/`)) assertUtf8(path, target);
    this.plan(real, target, { kind: 'text', text, mode: modeOf(target, path) ?? mode });
  }

  /** Places a folder at a path: `fill` writes its content into an empty one. */
  async placeFolder(path: string, fill: (folder: string) => Promise<void>): Promise<void> {
    const target = this.resolve(path);
    const staged = join(this.workFolder, 'tx', 'stage', String(this.folders++));
    mkdirSync(staged, { recursive: true });
    this.plan(this.canonical(target), target, { kind: 'folder', staged });
    await fill(staged);
  }

  /** Places a relative link to a folder below the root, or a copy where the system makes no links. */
  link(path: string, to: string): void {
    const from = this.resolve(path);
    const link = { from, folder: join(this.root, to), of: to, source: () => this.locationOf(to) };
    this.plan(this.canonical(from), from, { kind: 'link', link });
  }

  /** Removes a file, a link or a folder. */
  remove(path: string): void {
    const target = this.resolve(path);
    const canonical = this.canonical(target);
    const before = entryHash(target);
    if (before === 'nothing') this.planned.delete(canonical);
    else this.planned.set(canonical, { before, content: undefined });
  }

  /** Makes all changes, or none if one fails. */
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

  /** Stages all new content under its number in the journal, and writes the journal. Afterwards all is on disk except folders' contents. */
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
      // runs while the files are synced
      moveIn(contents, this.fault),
    ]);
    for (const each of done) if (each.status === 'rejected') throw each.reason;
  }

  private plan(path: string, target: string, content: Content): void {
    this.planned.set(path, {
      before: this.planned.get(path)?.before ?? entryHash(target),
      content,
    });
  }

  /** One path per file, whichever links lead to it. */
  private canonical(target: string): string {
    const below = `${this.root}${sep}`;
    return target.startsWith(below)
      ? target.slice(below.length).replaceAll('\\', '/')
      : pathIn(this.root, target);
  }

  /** The file's real path if it is a link. Throws `unsafe_path` if that leads out of the project. */
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

/** Places content that needs no sync: links and filled folders. */
async function moveIn(
  contents: readonly Staged[],
  fault: NonNullable<HostInfo['fault']>,
): Promise<void> {
  const yielder = new EventLoopYielder();
  // links last: a link may become a copy of a folder, which has to be in place first
  for (const { location, content } of contents) {
    if (content?.kind === 'link') await placeLink(location, content.link, fault);
    if (yielder.isDue) await yielder.pause();
  }
  for (const { location, content } of contents)
    if (content?.kind === 'folder') renameSync(content.staged, location);
}

function modeOf(target: string, path: string): number | undefined {
  const info = followedAt(target);
  if (info === undefined) return undefined;
  if (!info.isFile()) throw unsafePath({ path, why: 'it is not a file' });
  return info.mode & 0o777;
}

/** Refuses other encodings: a Latin-1 `CLAUDE.md` would lose every accented letter. */
function assertUtf8(path: string, target: string): void {
  if (followedAt(target) === undefined || isUtf8(readFileSync(target))) return;
  throw invalidFile(path, [
    {
      file: path,
      message: 'is not in UTF-8; written anew, it would lose characters. Save it as UTF-8',
    },
  ]);
}

/** A read-only file must not be replaced; it may still be part of a plan that is not committed. */
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
