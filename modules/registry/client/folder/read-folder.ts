import { constants, type Dirent, type Stats } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ErrorIssue } from 'svc-registry/kernel';
import { pluginInvalid } from '../../contract/plugin-errors.js';
import { IGNORE_PATH, IgnoreRules, limits, MANIFEST_PATH, type SourceFile } from '../../format/index.js';
import { LinkPolicy } from './link-policy.js';

/** A plugin's folder as it stands on disk. */
export interface FolderReading {
  /** What ships. */
  readonly files: readonly SourceFile[];
  /** What does not; a folder ends with `/`. */
  readonly ignored: readonly string[];
}

export interface FolderOptions {
  /** Also ship what symbolic links out of the plugin lead to. */
  readonly resolveSymlinks?: boolean;
}

/** Reads what ships of a folder. Throws `plugin_invalid` for links, devices and sizes that cannot ship. */
export async function readFolder(root: string, options: FolderOptions = {}): Promise<FolderReading> {
  const walker = new FolderWalker(root, await LinkPolicy.of(root, options.resolveSymlinks === true), await ignoreRulesOf(root));
  await walker.walk('');
  if (walker.issues.length > 0) {
    throw pluginInvalid({ what: `The folder ${root} holds what cannot be part of a plugin.` }, { issues: walker.issues });
  }
  return { files: walker.files, ignored: walker.ignored };
}

async function ignoreRulesOf(root: string): Promise<IgnoreRules> {
  const content = await readWhole(join(root, IGNORE_PATH)).catch((error: unknown) => {
    if ((error as { code?: unknown }).code === 'ENOENT') return undefined;
    throw error;
  });
  // an oversized file is refused by the checks that follow
  return new IgnoreRules(
    content === undefined || content.length > limits.ignoreBytes ? '' : content.toString('utf8').replace(/^\uFEFF/, ''),
  );
}

class FolderWalker {
  readonly files: SourceFile[] = [];
  readonly ignored: string[] = [];
  readonly issues: ErrorIssue[] = [];
  private bytes = 0;

  constructor(
    private readonly root: string,
    private readonly links: LinkPolicy,
    private readonly rules: IgnoreRules,
  ) {}

  async walk(folder: string): Promise<void> {
    const entries = await readdir(join(this.root, folder), { withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (this.issues.length > 0 && this.isFull()) return;
      await this.visit(entry, folder === '' ? entry.name : `${folder}/${entry.name}`);
    }
  }

  private async visit(entry: Dirent, path: string): Promise<void> {
    if (this.leavesOut(path, entry.isDirectory())) return;
    if (entry.isSymbolicLink()) return this.visitLink(path);
    if (entry.isDirectory()) return this.walk(path);
    if (entry.isFile()) return this.add(path, await stat(join(this.root, path)));
    this.refuse(path, 'It is neither a file nor a folder.');
  }

  private async visitLink(path: string): Promise<void> {
    const target = await this.links.follow(path);
    if (typeof target === 'string') {
      this.refuse(path, target);
      return;
    }
    const name = target.stats.isDirectory() ? `${basename(target.path)}/` : basename(target.path);
    if (this.leavesOut(path, target.stats.isDirectory())) return;
    if (this.rules.verdict(name) !== 'ships') this.refuse(path, `It links to "${target.path}", and files of this name do not ship.`);
    else if (target.stats.isDirectory()) await this.links.within(target.path, () => this.walk(path));
    else if (target.stats.isFile()) await this.add(path, target.stats);
    else this.refuse(path, 'It links to something that is neither a file nor a folder.');
  }

  private leavesOut(path: string, isFolder: boolean): boolean {
    if (path === MANIFEST_PATH || path === IGNORE_PATH) return false;
    const name = isFolder ? `${path}/` : path;
    if (this.rules.verdict(name) === 'ships') return false;
    this.ignored.push(name);
    return true;
  }

  private async add(path: string, stats: Stats): Promise<void> {
    this.bytes += stats.size;
    if (stats.size > limits.fileBytes) this.refuse(path, `The file has ${stats.size} bytes; at most ${limits.fileBytes} are allowed.`);
    else if (this.isFull()) {
      this.refuse(
        path,
        `The plugin has more than ${limits.entries} files or ${limits.unpackedBytes} bytes; leave some out with ${IGNORE_PATH}.`,
      );
    } else this.files.push({ path, executable: (stats.mode & 0o111) !== 0, content: await readWhole(join(this.root, path)) });
  }

  private isFull(): boolean {
    return this.files.length >= limits.entries || this.bytes > limits.unpackedBytes;
  }

  private refuse(path: string, message: string): void {
    this.issues.push({ file: path, message });
  }
}

async function readWhole(path: string): Promise<Buffer> {
  // a pipe in a file's place must not keep the reader waiting
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}
