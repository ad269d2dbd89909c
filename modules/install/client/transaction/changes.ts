import { lstat, mkdir, open, readFile, realpath, rename, stat, symlink } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { isSvcError, type HostInfo, type SvcError } from 'svc-registry/kernel';
import { changedMeanwhile, unsafePath, writeFailed } from '../../contract/errors.js';
import { assertInside, resolveInside } from '../project/paths.js';
import { PathChanged, printOf, type Journal, type JournalEntry } from './journal.js';
import { takeBack } from './recovery.js';

interface Planned extends JournalEntry {
  readonly text?: string | undefined;
}

/**
 * Everything one command wants to change in the project. Nothing shows before `commit`, which changes all or nothing.
 * Paths are relative to the project, with `/`.
 */
export class Changes {
  private readonly planned = new Map<string, Planned>();
  private readonly indexes = new Map<string, number>();
  private count = 0;

  constructor(
    private readonly root: string,
    private readonly workFolder: string,
    private readonly fault: NonNullable<HostInfo['fault']>,
  ) {}

  /** Paths that `commit` will change or has changed. */
  get paths(): readonly string[] {
    return [...this.planned.keys()].sort();
  }

  /** The text of a file as it will be; `undefined` when there is none. Links of files are followed inside the project. */
  async read(path: string): Promise<string | undefined> {
    const real = await this.followed(path);
    const planned = this.planned.get(real);
    if (planned !== undefined) return planned.text;
    const target = await resolveInside(this.root, real);
    const info = await stat(target).catch(() => undefined);
    if (info === undefined) return undefined;
    // a pipe would never end, a folder cannot be read
    if (!info.isFile()) throw unsafePath({ path, why: 'it is not a file' });
    return readFile(target, 'utf8');
  }

  /** Writes a whole text file, unless it has that text already. An existing file keeps its rights. */
  async write(path: string, text: string): Promise<void> {
    if ((await this.read(path)) === text) return;
    const real = await this.followed(path);
    const target = await resolveInside(this.root, real);
    const mode = await modeOf(target, path);
    const staged = await this.stage(real, { before: this.planned.get(real)?.before ?? (await printOf(target)), text });
    const handle = await open(staged, 'w', mode);
    try {
      await handle.writeFile(text);
      await handle.chmod(mode);
      await handle.sync();
    } finally {
      await handle.close();
    }
  }

  /** Puts a folder there: `fill` writes its content into an empty one. */
  async placeFolder(path: string, fill: (folder: string) => Promise<void>): Promise<void> {
    const target = await resolveInside(this.root, path);
    const staged = await this.stage(await this.canonical(target), { before: await printOf(target) });
    await mkdir(staged, { recursive: true });
    await fill(staged);
  }

  /** Puts a link there that points at another path of the project, relatively. */
  async link(path: string, to: string): Promise<void> {
    const target = await resolveInside(this.root, path);
    const staged = await this.stage(await this.canonical(target), { before: await printOf(target) });
    await mkdir(dirname(staged), { recursive: true });
    if (process.platform === 'win32') await symlink(resolve(this.root, to), staged, 'junction');
    else await symlink(linkText(target, join(await realpath(this.root), to)), staged);
  }

  /** Removes what is there: a file, a link or a folder. */
  async remove(path: string): Promise<void> {
    const target = await resolveInside(this.root, path);
    const canonical = await this.canonical(target);
    const before = await printOf(target);
    this.planned.delete(canonical);
    if (before !== 'nothing') this.planned.set(canonical, { path: canonical, replaced: false, before });
  }

  /** Changes everything, or, when that fails, nothing. */
  async commit(journal: Journal): Promise<void> {
    this.fault('install.stage');
    const entries = await this.numbered();
    if (entries.length === 0) return;
    await journal.write(entries);
    this.fault('install.journal');
    for (const [index, entry] of entries.entries()) {
      try {
        if (entry.path === 'svc.json') this.fault('install.config-write');
        await journal.apply(entry, index);
      } catch (error) {
        await takeBack(journal, entries);
        throw explained(error, entry.path);
      }
    }
    await journal.finish();
  }

  /** Staged things are numbered as they come; the journal needs the numbers without gaps. */
  private async numbered(): Promise<readonly JournalEntry[]> {
    const entries = [...this.planned.values()].map(({ path, replaced, before }) => ({ path, replaced, before }));
    await mkdir(this.folder('new'), { recursive: true });
    for (const [index, entry] of entries.entries()) {
      if (entry.replaced) await rename(this.stagedAt(entry.path), join(this.folder('new'), String(index)));
    }
    return entries;
  }

  private folder(kind: 'stage' | 'new'): string {
    return join(this.workFolder, 'tx', kind);
  }

  private stagedAt(path: string): string {
    return join(this.folder('stage'), String(this.indexes.get(path)));
  }

  private async stage(path: string, { before, text }: { before: string; text?: string }): Promise<string> {
    this.planned.set(path, { path, replaced: true, before, text });
    this.indexes.set(path, this.count++);
    await mkdir(this.folder('stage'), { recursive: true });
    return this.stagedAt(path);
  }

  /** One path for one thing, whichever links lead to it. */
  private async canonical(target: string): Promise<string> {
    return slashes(relative(await realpath(this.root), target));
  }

  /** The file's own path, after following it when it is a link. */
  private async followed(path: string): Promise<string> {
    const target = await resolveInside(this.root, path);
    const info = await lstat(target).catch(() => undefined);
    if (info?.isSymbolicLink() !== true) return this.canonical(target);
    const realRoot = await realpath(this.root);
    const real = await realpath(target).catch(() => {
      throw unsafePath({ path, why: 'it is a link to something that does not exist' });
    });
    assertInside({ realRoot, target: real, path });
    return slashes(relative(realRoot, real));
  }
}

export function linkText(from: string, to: string): string {
  return slashes(relative(dirname(from), to));
}

function slashes(path: string): string {
  return path.replaceAll('\\', '/');
}

async function modeOf(target: string, path: string): Promise<number> {
  const info = await stat(target).catch(() => undefined);
  if (info === undefined) return 0o644;
  if (!info.isFile()) throw unsafePath({ path, why: 'it is not a file' });
  if ((info.mode & 0o200) === 0) throw unsafePath({ path, why: 'it is read-only' });
  return info.mode & 0o777;
}

function explained(error: unknown, path: string): SvcError {
  if (error instanceof PathChanged) return changedMeanwhile({ path });
  return isSvcError(error) ? error : writeFailed({ path, why: (error as Error).message }, { cause: error });
}
