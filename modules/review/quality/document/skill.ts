/** A skill of a bundle, read once for all checks and dimensions. */
import { posix } from 'node:path';
import type { BundleFile } from '../../engine/analyse.js';
import { splitDocument } from './front-matter.js';
import type { FrontMatter } from './strict-yaml.js';
import { contentOf, type Content } from './content.js';
import { readMarkdown, type Markdown } from './markdown.js';
import { documentText, type Unreadable } from './text.js';

export interface Skill {
  /** Its folder in the bundle; empty for the root. */
  readonly path: string;
  /** Path of its `SKILL.md`. */
  readonly file: string;
  readonly bytes: number;
  readonly unreadable: Unreadable | undefined;
  readonly lines: readonly string[];
  readonly frontMatter: FrontMatter;
  /** Of the front matter; empty if there is none. */
  readonly description: string;
  readonly body: Markdown;
  /** What counts of the body. */
  readonly content: Content;
  /** The further files in its folder. */
  readonly files: readonly BundleFile[];
  /** Markdown among them that can be read, as far as it is looked at. */
  readonly references: readonly Markdown[];
  /** All files of the bundle, and their folders. */
  readonly paths: ReadonlySet<string>;
}

const MAIN = /^skill\.md$/i;
/** Of all references together; the rest is not looked at. */
const MOST_REFERENCE_BYTES = 512 * 1024;
const MOST_REFERENCES = 60;

/** The skills of a bundle, in the order of their paths. */
export function skillsOf(files: readonly BundleFile[]): readonly Skill[] {
  const mains = mainFiles(files);
  const own = new Map<string, BundleFile[]>([...mains.keys()].map((folder) => [folder, []]));
  for (const file of files) {
    const folder = nearest(file.path, mains);
    if (folder !== undefined && mains.get(folder) !== file) own.get(folder)?.push(file);
  }
  const paths = pathsOf(files);
  return [...mains]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([folder, main]) => readSkill({ folder, main, own: own.get(folder) ?? [], paths }));
}

/** The innermost of the folders that holds the path. */
function nearest(path: string, folders: ReadonlyMap<string, unknown>): string | undefined {
  for (let folder = folderOf(path); ; folder = folderOf(folder)) {
    if (folders.has(folder)) return folder;
    if (folder === '') return undefined;
  }
}

/** `SKILL.md`, and in its absence another spelling of it. */
function mainFiles(files: readonly BundleFile[]): ReadonlyMap<string, BundleFile> {
  const found = new Map<string, BundleFile>();
  for (const file of files) {
    const base = posix.basename(file.path);
    if (!MAIN.test(base)) continue;
    const folder = folderOf(file.path);
    if (base === 'SKILL.md' || !found.has(folder)) found.set(folder, file);
  }
  return found;
}

const folderOf = (path: string): string => {
  const folder = posix.dirname(path);
  return folder === '.' ? '' : folder;
};

function pathsOf(files: readonly BundleFile[]): ReadonlySet<string> {
  const paths = new Set<string>(['.']);
  for (const { path } of files)
    for (let at = path; at !== '' && !paths.has(at); at = folderOf(at)) paths.add(at);
  return paths;
}

interface Parts {
  readonly folder: string;
  readonly main: BundleFile;
  readonly own: readonly BundleFile[];
  readonly paths: ReadonlySet<string>;
}

function readSkill({ folder, main, own, paths }: Parts): Skill {
  const read = documentText(main.content);
  const unreadable = typeof read === 'string' ? read : undefined;
  const lines = typeof read === 'string' ? [] : linesOf(read.text);
  const { frontMatter, bodyRow } = splitDocument(lines);
  const value = frontMatter.values.get('description');
  const description = typeof value === 'string' ? value.trim() : '';
  const body = readMarkdown(main.path, lines, bodyRow);
  return {
    path: folder,
    file: main.path,
    bytes: main.content.length,
    unreadable,
    lines,
    frontMatter,
    description,
    body,
    content: contentOf(body, description),
    files: own,
    references: referencesOf(own),
    paths,
  };
}

function referencesOf(own: readonly BundleFile[]): readonly Markdown[] {
  const found: Markdown[] = [];
  let left = MOST_REFERENCE_BYTES;
  for (const { path, content } of own) {
    if (!/\.(?:md|markdown|mdx)$/i.test(path) || found.length >= MOST_REFERENCES) continue;
    left -= content.length;
    const read = left < 0 ? undefined : documentText(content);
    if (read !== undefined && typeof read !== 'string')
      found.push(readMarkdown(path, linesOf(read.text), 0));
  }
  return found;
}

/** Without the empty line that a line end at the end would make. */
const linesOf = (text: string): readonly string[] => {
  const lines = text.split('\n');
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
};
