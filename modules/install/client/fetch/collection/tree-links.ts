import { posix } from 'node:path';
import { sourceTooLarge } from '../../../contract/source-errors.js';
import { SortedPaths } from './sorted-paths.js';
import type { SourceTree } from './source-tree.js';

/** Files of one plugin or collection, and links among them. */
const MAX_FILES = 20_000;
const MAX_STEPS = 8;

interface LinkedTree {
  readonly tree: SourceTree;
  /** For messages. */
  readonly source: string;
}

/** The links of a tree that were asked for. */
interface TreeLinks extends LinkedTree {
  /** Link → the path in the tree that it leads to; `undefined` when it leads out of it. */
  readonly targets: ReadonlyMap<string, string | undefined>;
  readonly files: SortedPaths;
}

interface LinkedFiles {
  /** Path in the result → path in the tree. */
  readonly files: ReadonlyMap<string, string>;
  /** Paths that are left out, and the reasons. */
  readonly skipped: ReadonlyMap<string, string>;
}

/**
 * Reads the links among some paths, and the links these lead to, with one request per level, however many there are.
 * Throws `source_too_large` for implausibly many links.
 */
export async function readLinks(
  { tree, source }: LinkedTree,
  paths: readonly string[],
): Promise<TreeLinks> {
  const isLink = (path: string): boolean => tree.entries.get(path)?.kind === 'link';
  const targets = new Map<string, string | undefined>();
  let next = [...new Set(paths.filter(isLink))];
  for (let step = 0; step < MAX_STEPS && next.length > 0; step += 1) {
    if (targets.size + next.length > MAX_FILES)
      throw sourceTooLarge({ source, what: `more than ${MAX_FILES} links` });
    for (const { path, content } of await tree.read(next))
      targets.set(path, targetOf(path, Buffer.from(content).toString('utf8')));
    const reached = next.flatMap((link) => targets.get(link) ?? []);
    next = [...new Set(reached.filter((path) => isLink(path) && !targets.has(path)))];
  }
  return {
    tree,
    source,
    targets,
    files: new SortedPaths(() =>
      [...tree.entries.values()].flatMap(({ path, kind }) => (kind === 'file' ? [path] : [])),
    ),
  };
}

/**
 * The files among some paths of a tree, with each link replaced by a copy of its target inside the tree, as when a plugin is
 * packed. A link that leads out of the tree is left out, whether or not its target exists. Throws `source_too_large`
 * as soon as there are too many files: a few links to folders of links expand to an unlimited number.
 */
export function followLinks(links: TreeLinks, paths: readonly string[]): LinkedFiles {
  const { tree, source } = links;
  const files = new Map<string, string>();
  const skipped = new Map<string, string>();
  for (const path of paths) {
    const kind = tree.entries.get(path)?.kind;
    if (kind === 'file') files.set(path, path);
    else if (kind === 'other') skipped.set(path, 'it is neither a file nor a folder');
    else for (const [from, target] of follow(links, path, skipped)) files.set(from, target);
    assertCountable(files, source);
  }
  return { files, skipped };
}

export function assertCountable({ size }: ReadonlyMap<string, string>, source: string): void {
  if (size > MAX_FILES) throw sourceTooLarge({ source, what: `more than ${MAX_FILES} files` });
}

function follow(
  links: TreeLinks,
  link: string,
  skipped: Map<string, string>,
): ReadonlyMap<string, string> {
  let at = link;
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const target = links.targets.get(at);
    if (target === undefined)
      return leaveOut(link, 'it is a link that leads out of the source', skipped);
    const kind = links.tree.entries.get(target)?.kind;
    if (kind === 'file') return new Map([[link, target]]);
    if (kind !== 'link') return folderAt(links, { link, target }, skipped);
    at = target;
  }
  return leaveOut(link, 'it is a link to a link, and so on', skipped);
}

function targetOf(link: string, text: string): string | undefined {
  if (posix.isAbsolute(text) || /[\\\0]|^[a-z]:/i.test(text)) return undefined;
  const target = posix.join(posix.dirname(link), text).replace(/\/$/, '');
  return target === '..' || target.startsWith('../') ? undefined : target;
}

function folderAt(
  { files }: TreeLinks,
  { link, target }: { link: string; target: string },
  skipped: Map<string, string>,
): ReadonlyMap<string, string> {
  if (target === '.' || link.startsWith(`${target}/`))
    return leaveOut(link, 'it is a link to a folder around it', skipped);
  const inside = files.below(target);
  if (inside.length === 0) return leaveOut(link, 'it is a link that leads nowhere', skipped);
  return new Map(inside.map((path) => [`${link}${path.slice(target.length)}`, path] as const));
}

function leaveOut(
  link: string,
  why: string,
  skipped: Map<string, string>,
): ReadonlyMap<string, string> {
  skipped.set(link, why);
  return new Map();
}
