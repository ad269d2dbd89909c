import { mkdirSync, renameSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isSvcError, type HostInfo, type SvcError } from 'svc-registry/kernel';
import { changedMeanwhile, unsafePath, writeFailed } from '../../contract/errors.js';
import { mapLimited } from '../pace/map-limited.js';
import { assertInside, pathIn, realPath, resolveInside } from '../project/paths.js';
import type { Area } from '../project/scope.js';
import { placeLink, type FolderLink, type MakeLink } from './folder-link.js';
import { PathChanged, type Journal, type JournalEntry } from './journal.js';
import { entryAt, followedAt, printOf } from './print.js';
import { takeBack } from './recovery.js';

const MANIFESTS: ReadonlySet<string> = new Set(['svc.json', '.svc/svc.json']);
/** Enough to keep a disk busy; each holds a file open. */
const WRITES_AT_ONCE = 8;

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

  constructor(
    private readonly area: Area,
    private readonly workFolder: string,
    private readonly fault: NonNullable<HostInfo['fault']>,
  ) {}

  /** Paths that `commit` will change or has changed. */
  get paths(): readonly string[] {
    return [...this.planned.keys()].sort();
  }

  /** The text of a file as it will be; `undefined` when there is none. Links of files are followed inside the area. */
  async read(path: string): Promise<string | undefined> {
    const real = this.realPath(path);
    const planned = this.planned.get(real);
    if (planned !== undefined) return planned.content?.kind === 'text' ? planned.content.text : undefined;
    const target = this.placeOf(real);
    const info = followedAt(target);
    if (info === undefined) return undefined;
    // a pipe would never end, a folder cannot be read
    if (!info.isFile()) throw unsafePath({ path, why: 'it is not a file' });
    return readFile(target, 'utf8');
  }

  /** Where the content of a path is before `commit`: staged with a folder that is placed, else in the area. Need not exist. */
  placeOf(path: string): string {
    const parts = path.split('/');
    for (let length = parts.length; length > 0; length--) {
      const content = this.planned.get(parts.slice(0, length).join('/'))?.content;
      if (content?.kind === 'folder') return join(content.staged, ...parts.slice(length));
    }
    return resolveInside(this.area, path);
  }

  /** Writes a whole text file, unless it has that text already. An existing file keeps its rights. */
  async write(path: string, text: string): Promise<void> {
    if ((await this.read(path)) === text) return;
    const real = this.realPath(path);
    const target = resolveInside(this.area, real);
    this.plan(real, target, { kind: 'text', text, mode: modeOf(target, path) });
  }

  /** Puts a folder there: `fill` writes its content into an empty one. */
  async placeFolder(path: string, fill: (folder: string) => Promise<void>): Promise<void> {
    const target = resolveInside(this.area, path);
    const staged = join(this.workFolder, 'tx', 'stage', String(this.folders++));
    mkdirSync(staged, { recursive: true });
    this.plan(this.canonical(target), target, { kind: 'folder', staged });
    await fill(staged);
  }

  /** Puts a link there that points at a folder below the root, relatively; a copy of it where the system makes no links. */
  link(path: string, to: string, make?: MakeLink): void {
    const from = resolveInside(this.area, path);
    const folder = join(realPath(this.area.root), to);
    const link = { from, folder, of: to, source: this.placeOf(to), make };
    this.plan(this.canonical(from), from, { kind: 'link', link });
  }

  /** Removes what is there: a file, a link or a folder. */
  remove(path: string): void {
    const target = resolveInside(this.area, path);
    const canonical = this.canonical(target);
    const before = printOf(target);
    if (before === 'nothing') this.planned.delete(canonical);
    else this.planned.set(canonical, { before, content: undefined });
  }

  /** Changes everything, or, when that fails, nothing. */
  async commit(journal: Journal): Promise<void> {
    const entries = await this.staged();
    this.fault('install.stage');
    if (entries.length === 0) return;
    journal.write(entries);
    this.fault('install.journal');
    for (const [index, entry] of entries.entries()) {
      try {
        if (MANIFESTS.has(entry.path)) this.fault('install.config-write');
        journal.apply(entry, index);
      } catch (error) {
        takeBack(journal, entries);
        throw explained(error, entry.path);
      }
    }
    journal.finish();
  }

  /** Makes everything new under the number that it has in the journal. */
  private async staged(): Promise<readonly JournalEntry[]> {
    if (this.planned.size === 0) return [];
    const all = [...this.planned];
    for (const [path, { content }] of all) assertWritable(path, content);
    const folder = join(this.workFolder, 'tx', 'new');
    mkdirSync(folder, { recursive: true });
    const makeAll = (isLink: boolean): Promise<unknown> =>
      mapLimited(all, WRITES_AT_ONCE, async ([, { content }], index) => {
        if (content !== undefined && (content.kind === 'link') === isLink) await make(join(folder, String(index)), content);
      });
    // a link may become a copy of a folder that has not moved yet
    await makeAll(true);
    await makeAll(false);
    return all.map(([path, { before, content }]) => ({ path, replaced: content !== undefined, before }));
  }

  private plan(path: string, target: string, content: Content): void {
    this.planned.set(path, { before: this.planned.get(path)?.before ?? printOf(target), content });
  }

  /** One path for one thing, whichever links lead to it. */
  private canonical(target: string): string {
    return pathIn(realPath(this.area.root), target);
  }

  /** The file's own path, after following it when it is a link. Throws `unsafe_path` when that leads out of the project. */
  realPath(path: string): string {
    const target = resolveInside(this.area, path);
    if (entryAt(target)?.isSymbolicLink() !== true) return this.canonical(target);
    const real = realTarget(target, path);
    assertInside(this.area, { target: real, path });
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

async function make(place: string, content: Content): Promise<void> {
  if (content.kind === 'folder') renameSync(content.staged, place);
  else if (content.kind === 'link') await placeLink(place, content.link);
  else await writeSynced(place, content);
}

/** The journal refers to it: it must be on the disk before that is. */
async function writeSynced(place: string, { text, mode }: { readonly text: string; readonly mode: number }): Promise<void> {
  const handle = await open(place, 'wx', mode);
  try {
    await handle.writeFile(text);
    await handle.chmod(mode);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function modeOf(target: string, path: string): number {
  const info = followedAt(target);
  if (info === undefined) return 0o644;
  if (!info.isFile()) throw unsafePath({ path, why: 'it is not a file' });
  return info.mode & 0o777;
}

/** Somebody who makes a file read-only does not want it replaced; planning it does no harm. */
function assertWritable(path: string, content: Content | undefined): void {
  if (content?.kind === 'text' && (content.mode & 0o200) === 0) throw unsafePath({ path, why: 'it is read-only' });
}

function explained(error: unknown, path: string): SvcError {
  if (error instanceof PathChanged) return changedMeanwhile({ path });
  return isSvcError(error) ? error : writeFailed({ path, why: (error as Error).message }, { cause: error });
}
