import { posix } from 'node:path';
import { sourceTooLarge } from '../../../contract/source-errors.js';
import type { SourceTree } from './source-tree.js';

/** Files of one plugin or collection. */
const MAX_FILES = 20_000;
const MAX_STEPS = 8;

export interface LinkedTree {
  readonly tree: SourceTree;
  /** For messages. */
  readonly source: string;
}

export interface LinkedFiles {
  /** Where a file comes from, by the path that it gets. */
  readonly files: ReadonlyMap<string, string>;
  /** What is left out, and why. */
  readonly skipped: ReadonlyMap<string, string>;
}

/**
 * The files among some paths of a tree, with links replaced by what they lead to: inside the tree that is copied, as when a plugin is
 * packed. A link that leads out of it is left out, whatever is there. Throws `source_too_large`
 * as soon as there are too many: a few links to a folder of links are files without number.
 */
export async function followLinks({ tree, source }: LinkedTree, paths: readonly string[]): Promise<LinkedFiles> {
  const files = new Map<string, string>();
  const skipped = new Map<string, string>();
  for (const path of paths) {
    const kind = tree.entries.get(path)?.kind;
    if (kind === 'file') files.set(path, path);
    else if (kind === 'other') skipped.set(path, 'it is neither a file nor a folder');
    else for (const [from, target] of await follow(tree, path, skipped)) files.set(from, target);
    assertCountable(files, source);
  }
  return { files, skipped };
}

export function assertCountable({ size }: ReadonlyMap<string, string>, source: string): void {
  if (size > MAX_FILES) throw sourceTooLarge({ source, what: `more than ${MAX_FILES} files` });
}

async function follow(tree: SourceTree, link: string, skipped: Map<string, string>): Promise<ReadonlyMap<string, string>> {
  let at = link;
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const target = await targetOf(tree, at);
    if (target === undefined) return leaveOut(link, 'it is a link that leads out of the source', skipped);
    const kind = tree.entries.get(target)?.kind;
    if (kind === 'file') return new Map([[link, target]]);
    if (kind !== 'link') return folderAt(tree, { link, target }, skipped);
    at = target;
  }
  return leaveOut(link, 'it is a link to a link, and so on', skipped);
}

async function targetOf(tree: SourceTree, link: string): Promise<string | undefined> {
  const [file] = await tree.read([link]);
  const text = Buffer.from(file?.content ?? '').toString('utf8');
  if (posix.isAbsolute(text) || /[\\\0]|^[a-z]:/i.test(text)) return undefined;
  const target = posix.join(posix.dirname(link), text).replace(/\/$/, '');
  return target === '..' || target.startsWith('../') ? undefined : target;
}

function folderAt(
  tree: SourceTree,
  { link, target }: { link: string; target: string },
  skipped: Map<string, string>,
): ReadonlyMap<string, string> {
  if (target === '.' || link.startsWith(`${target}/`)) return leaveOut(link, 'it is a link to a folder around it', skipped);
  const inside = [...tree.entries.values()].filter(({ path, kind }) => kind === 'file' && path.startsWith(`${target}/`));
  if (inside.length === 0) return leaveOut(link, 'it is a link that leads nowhere', skipped);
  return new Map(inside.map(({ path }) => [`${link}${path.slice(target.length)}`, path] as const));
}

function leaveOut(link: string, why: string, skipped: Map<string, string>): ReadonlyMap<string, string> {
  skipped.set(link, why);
  return new Map();
}
