import { hash } from 'node:crypto';
import { lstatSync, readdirSync, readlinkSync, type Dirent } from 'node:fs';
import { join } from 'node:path';
import { EventLoopYielder } from '../../../../../toolbox/event-loop-yielder.js';
import type { LooseFile } from '../../../../registry/contract/plugin-format.js';
import { sourceTooLarge } from '../../../contract/source-errors.js';
import { readUnfollowed } from '../../project/read-file.js';
import type { SourceTree, TreeEntry } from './source-tree.js';

const MAX_ENTRIES = 200_000;
const VERSION_CONTROL = '.git';
/** Named, but not looked into: never part of a skill, and large. */
const PACKAGES = 'node_modules';

/** Lists a folder of this machine. Links are listed, not followed. */
export async function readFolderTree(root: string): Promise<SourceTree> {
  const entries = new Map<string, TreeEntry>();
  await list(root, entries);
  const known = (paths: readonly string[]): readonly TreeEntry[] =>
    paths.flatMap((path) => entries.get(path) ?? []);
  const read = (paths: readonly string[]): Promise<readonly LooseFile[]> =>
    readAll(root, known(paths));
  return {
    entries,
    read,
    identify: async (paths) =>
      new Map(
        (await read(paths)).map(({ path, content }) => [path, hash('sha256', content)] as const),
      ),
    sizes: (paths) =>
      Promise.resolve(
        new Map(known(paths).map(({ path }) => [path, lstatSync(join(root, path)).size] as const)),
      ),
  };
}

async function list(root: string, entries: Map<string, TreeEntry>): Promise<void> {
  const yielder = new EventLoopYielder();
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    folders.push(...listOne(root, folder, entries));
    if (entries.size > MAX_ENTRIES)
      throw sourceTooLarge({ source: root, what: `more than ${MAX_ENTRIES} files` });
    if (yielder.isDue) await yielder.pause();
  }
}

/** Returns the folder's subfolders. */
function listOne(root: string, folder: string, entries: Map<string, TreeEntry>): readonly string[] {
  const found = entriesOf(root, folder);
  if (found === undefined) entries.set(folder, { path: folder, kind: 'other' });
  const folders: string[] = [];
  for (const entry of found ?? []) {
    if (entry.name === VERSION_CONTROL) continue;
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.name === PACKAGES) entries.set(path, { path, kind: 'other' });
    else if (entry.isDirectory()) folders.push(path);
    else entries.set(path, { path, kind: kindOf(entry) });
  }
  return folders;
}

/** `undefined` for a folder in it that cannot be read. */
function entriesOf(root: string, folder: string): readonly Dirent[] | undefined {
  try {
    return readdirSync(join(root, folder), { withFileTypes: true });
  } catch (error) {
    if (folder === '') throw error;
    return undefined;
  }
}

function kindOf(entry: Dirent): TreeEntry['kind'] {
  if (entry.isFile()) return 'file';
  return entry.isSymbolicLink() ? 'link' : 'other';
}

async function readAll(root: string, entries: readonly TreeEntry[]): Promise<readonly LooseFile[]> {
  const yielder = new EventLoopYielder();
  const files: LooseFile[] = [];
  for (const entry of entries) {
    files.push(readOne(join(root, entry.path), entry));
    if (yielder.isDue) await yielder.pause();
  }
  return files;
}

function readOne(location: string, { path, kind }: TreeEntry): LooseFile {
  if (kind === 'link')
    return { path, executable: false, content: Buffer.from(readlinkSync(location)) };
  const { mode, content } = readUnfollowed(location);
  return { path, executable: (mode & 0o111) !== 0, content };
}
