import { linesIn } from '../decode/stretch.js';
import type { FileRole } from '../../../registry/contract/file-roles.js';

interface TextFile {
  readonly path: string;
  readonly role: FileRole;
  /** `undefined` for files that are no text. */
  readonly text?: string | undefined;
}

/** What can be a path: with a folder or an ending. */
const MENTION = /[\p{L}\p{N}_@.+~-]{1,255}(?:[/\\!][\p{L}\p{N}_@.+~-]{1,255}){0,60}/gu;
const IMPORTS = /\b(?:import|from|require|source)\b/;
/** Lines of programs that load others are no longer. */
const LONGEST_IMPORT = 1000;
const NAME = /[\w-]{1,255}/g;
/** More files of one name than this are not meant by the name alone. */
const MOST_OF_ONE_NAME = 3;

/** The files that instructions lead to: they name them, or a file that they lead to does. */
export function reachedFrom(files: readonly TextFile[]): ReadonlySet<string> {
  const byName = new Map<string, TextFile[]>();
  const byArchive = new Map<string, TextFile[]>();
  const byStem = new Map<string, TextFile[]>();
  for (const file of files) {
    const name = file.path.slice(file.path.lastIndexOf('/') + 1);
    listIn(byName, name).push(file);
    const archive = file.path.lastIndexOf('!/');
    if (archive !== -1) listIn(byArchive, file.path.slice(0, archive)).push(file);
    if (file.role !== 'documentation') listIn(byStem, name.replace(/\.\w+$/, '')).push(file);
  }
  const reached = new Set<string>();
  const queue = files.filter(({ role }) => role === 'instructions');
  for (const { path } of queue) reached.add(path);
  for (let file = queue.pop(); file !== undefined; file = queue.pop())
    for (const next of [
      ...named(file, byName),
      ...imported(file, byStem),
      ...(byArchive.get(file.path) ?? []),
    ]) {
      if (reached.has(next.path)) continue;
      reached.add(next.path);
      queue.push(next);
    }
  return reached;
}

/** Most texts name none of a few files, which is found faster than what they name. */
const FEW = 64;
const mayName = (text: string, names: readonly string[]): boolean =>
  names.length > FEW || names.some((name) => text.includes(name));

function* named({ path, text = '' }: TextFile, byName: Map<string, TextFile[]>) {
  if (!mayName(text, [...byName.keys()])) return;
  for (const [mention] of text.matchAll(MENTION)) {
    const parts = mention.split(/[/\\!]+/).filter((part) => part !== '.' && part !== '..');
    const last = (parts.at(-1) ?? '').replace(/\.+$/, '');
    const candidates = byName.get(last) ?? [];
    if (candidates.length === 0) continue;
    const tail = [...parts.slice(0, -1), last].join('/');
    const meant = candidates.filter(
      ({ path: other }) => other !== path && (other === tail || other.endsWith(`/${tail}`)),
    );
    if (parts.length > 1 || meant.length <= MOST_OF_ONE_NAME) yield* meant;
  }
}

/** Modules that a program loads. */
function* imported({ path, role, text = '' }: TextFile, byStem: Map<string, TextFile[]>) {
  if (role === 'documentation' || /\.(?:md|txt)$/i.test(path)) return;
  for (const { line } of linesIn(text)) {
    const start = line.slice(0, LONGEST_IMPORT);
    if (!IMPORTS.test(start)) continue;
    for (const [name] of start.matchAll(NAME)) {
      const meant = byStem.get(name) ?? [];
      if (meant.length <= MOST_OF_ONE_NAME) yield* meant;
    }
  }
}

function listIn(map: Map<string, TextFile[]>, key: string): TextFile[] {
  let list = map.get(key);
  if (list === undefined) map.set(key, (list = []));
  return list;
}
