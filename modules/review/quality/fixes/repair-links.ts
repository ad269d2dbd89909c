import { posix } from 'node:path';
import type { BundleFile } from '../../engine/analyse.js';
import type { Fix, Fixer } from './fix.js';
import { unchanged } from './fix.js';
import { nodesOf, type PlacedNode } from './markdown-nodes.js';

/** What so many folders have that the same name does not mean the same file. */
const COMMON_NAMES = new Set(['readme.md', 'index.md', 'skill.md', 'license', 'license.md']);

interface Edit {
  readonly from: number;
  readonly to: number;
  readonly target: string;
  readonly fix: Fix;
}

interface Written {
  readonly path: string;
  /** Query and anchor, as written. */
  readonly rest: string;
}

/** Corrects links to files that are not there, where exactly one file of the bundle can be meant. */
export const repairLinks: Fixer = ({ path: file, text }, files) => {
  if (!/\]\s*[(:]/.test(text)) return unchanged(text);
  const paths = files.map(({ path }) => path);
  const edits = nodesOf(text)
    .flatMap((placed) => editOf(placed, { file, text, paths }) ?? [])
    .sort((one, other) => other.from - one.from);
  let fixed = text;
  for (const { from, to, target } of edits) fixed = fixed.slice(0, from) + target + fixed.slice(to);
  return { text: fixed, fixes: edits.map(({ fix }) => fix).reverse() };
};

interface LinkSource {
  readonly file: string;
  readonly text: string;
  readonly paths: readonly BundleFile['path'][];
}

function editOf(placed: PlacedNode, { file, text, paths }: LinkSource): Edit | undefined {
  const url = urlOf(placed);
  const written = url === undefined ? undefined : localPath(url);
  if (url === undefined || written === undefined) return undefined;
  const named = posix.join(posix.dirname(file), decoded(written.path)).replace(/\/$/, '');
  if (named.startsWith('..') || isThere(named, paths)) return undefined;
  const candidates = candidatesFor(named, paths);
  const [meant] = candidates;
  if (meant === undefined || candidates.length > 1) return undefined;
  const from = positionOf(url, placed, text);
  if (from === undefined) return undefined;
  const target = linkTo(meant, file, written);
  const explanation = `The link led to "${url}", which is not there; the only file of that name is "${meant}".`;
  const fix: Fix = { kind: 'link-target', file, line: placed.line, explanation };
  return { from, to: from + url.length, target, fix };
}

const urlOf = ({ node }: PlacedNode): string | undefined =>
  ['link', 'image', 'definition'].includes(node.type)
    ? (node as unknown as { url: string }).url
    : undefined;

/** `undefined` for addresses, absolute paths of websites, anchors and placeholders. */
function localPath(url: string): Written | undefined {
  if (/^[a-z][a-z0-9+.-]*:|^[/@#?]/i.test(url) || /[{}<>$*]|\.\.\./.test(url)) return undefined;
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(url) ?? [];
  return path === '' || path.endsWith('/') ? undefined : { path, rest };
}

const isThere = (named: string, paths: readonly string[]): boolean =>
  paths.some((path) => path === named || path.startsWith(`${named}/`));

/** The path in another case; else files of the same name. */
function candidatesFor(named: string, paths: readonly string[]): readonly string[] {
  const lower = named.toLowerCase();
  const sameCaseless = paths.filter((path) => path.toLowerCase() === lower);
  if (sameCaseless.length > 0) return sameCaseless;
  const name = posix.basename(lower);
  if (COMMON_NAMES.has(name)) return [];
  return paths.filter((path) => posix.basename(path).toLowerCase() === name);
}

/** Where the address itself stands; `undefined` if it is written in another form, such as with escapes. */
function positionOf(url: string, { node, from, to }: PlacedNode, text: string): number | undefined {
  const source = text.slice(from, to);
  const opening = node.type === 'definition' ? /\]:\s*<?/g : /\]\(\s*<?/g;
  const starts = [...source.matchAll(opening)].map(({ 0: open, index }) => index + open.length);
  const matching = starts.filter((start) => source.startsWith(url, start));
  const [start] = matching;
  return start === undefined || matching.length > 1 ? undefined : from + start;
}

function linkTo(meant: string, file: string, { path, rest }: Written): string {
  const relative = posix.relative(posix.dirname(file), meant);
  const encoded = encodeURI(relative).replace(/[()?#]/g, encodeURIComponent);
  const escaped = encoded.replaceAll('(', '%28').replaceAll(')', '%29');
  return `${path.startsWith('./') && !escaped.startsWith('../') ? './' : ''}${escaped}${rest}`;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
