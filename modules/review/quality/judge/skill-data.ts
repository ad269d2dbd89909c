/** What a judge is shown of a skill: all of its bundle, within a budget, and the list of what was left out. */
import { by } from '../../../../toolbox/by.js';
import type { BundleFile } from '../../engine/analyse.js';

/** Bytes of the files in one question: about 32,000 tokens. */
export const MOST_BYTES = 96_000;
/** Names in the list of files. */
const MOST_NAMES = 300;

export interface Piece {
  readonly name: string;
  readonly text: string;
}

export interface SkillData {
  /** `SKILL.md` first. */
  readonly texts: readonly Piece[];
  /** The files that are not among them, or not whole, each with the reason. */
  readonly leftOut: readonly { readonly path: string; readonly reason: string }[];
}

interface Bundle {
  readonly files: ReadonlyMap<string, BundleFile>;
  /** The folder of the skill; empty for the root. */
  readonly folder: string;
}

/** The texts of the skill in a folder of the bundle. Files of other skills, whose folders are `others`, are shown only if a link leads there. */
export function skillData(
  files: readonly BundleFile[],
  folder: string,
  others: readonly string[],
): SkillData {
  const bundle = { files: new Map(files.map((file) => [file.path, file])), folder };
  const within = (path: string, inFolder: string): boolean =>
    inFolder === '' || path.startsWith(`${inFolder}/`);
  const nested = others.filter((other) => other !== folder && within(other, folder));
  const own = files.filter(
    ({ path }) => within(path, folder) && !nested.some((other) => within(path, other)),
  );
  return new Selection(bundle).of(own);
}

/** Instructions and what they lead to come first, then what agents run and read, then the rest. */
const ROLES: readonly BundleFile['role'][] = ['instructions', 'reference', 'script'];
const rank = ({ role }: BundleFile): number => (ROLES.indexOf(role) + 4) % 4;

class Selection {
  readonly #texts: Piece[] = [];
  readonly #leftOut: { path: string; reason: string }[] = [];
  readonly #seen = new Set<string>();
  #left = MOST_BYTES;

  constructor(private readonly bundle: Bundle) {}

  of(own: readonly BundleFile[]): SkillData {
    const main = this.bundle.files.get(joined(this.bundle.folder, 'SKILL.md')) ?? this.spelled(own);
    const open = main === undefined ? [] : [main];
    for (let file = open.shift(); file !== undefined; file = open.shift()) {
      const text = this.show(file, file === main);
      if (text !== undefined) open.push(...this.linked(text, file));
    }
    const rest = [...own].sort(by((file) => `${rank(file)}${file.path}`));
    for (const file of rest) this.show(file, false);
    return { texts: this.#texts, leftOut: this.#leftOut };
  }

  /** `SKILL.md` in another spelling, which reviews take. */
  private spelled(own: readonly BundleFile[]): BundleFile | undefined {
    const path = joined(this.bundle.folder, 'skill.md').toLowerCase();
    return own.find((file) => file.path.toLowerCase() === path);
  }

  /** The text that is shown; `undefined` if there is none, or if it was shown before. */
  private show({ path, content }: BundleFile, cut: boolean): string | undefined {
    if (this.#seen.has(path)) return undefined;
    this.#seen.add(path);
    const reason = this.#reasonAgainst(content);
    if (reason !== undefined && !cut) {
      this.#leftOut.push({ path, reason });
      return undefined;
    }
    const bytes = Buffer.from(content.subarray(0, this.#left));
    const whole = bytes.length === content.length;
    const text = whole ? bytes.toString('utf8') : upToLine(bytes.toString('utf8'));
    if (!whole) this.#leftOut.push({ path, reason: `after line ${text.split('\n').length}` });
    this.#left -= bytes.length;
    this.#texts.push({ name: path, text });
    return text;
  }

  #reasonAgainst(content: Uint8Array): string | undefined {
    if (content.length > this.#left) return 'too long';
    return content.includes(0) ? 'no text' : undefined;
  }

  /** Files that a text names, by a path from its own folder, from that of the skill or from the root. */
  private linked(text: string, { path }: BundleFile): readonly BundleFile[] {
    const { files, folder } = this.bundle;
    const bases = [path.slice(0, Math.max(0, path.lastIndexOf('/'))), folder, ''];
    const found: BundleFile[] = [];
    for (const [name] of text.matchAll(NAMED_FILE)) {
      const target = bases.map((base) => files.get(joined(base, name))).find(Boolean);
      if (target !== undefined && !this.#seen.has(target.path)) found.push(target);
    }
    return found;
  }
}

/** Whatever could be the path of a file, in a link, in code or in a sentence. */
const NAMED_FILE = /[^\s()[\]{}<>"'`|,;:#?=*]{1,200}[^\s()[\]{}<>"'`|,;:#?=*.]/g;

/** A path below a folder, without `.` and `..`; empty if it leads out of the bundle. */
function joined(folder: string, path: string): string {
  const parts: string[] = [];
  for (const part of `${folder}/${path}`.split('/')) {
    if (part === '..' && parts.pop() === undefined) return '';
    if (part !== '' && part !== '.' && part !== '..') parts.push(part);
  }
  return parts.join('/');
}

const upToLine = (text: string): string => text.slice(0, Math.max(0, text.lastIndexOf('\n')));

/** The body of the `SKILL.md`, without its front matter. */
export const bodyOf = ({ texts }: SkillData): string =>
  (texts[0]?.text ?? '').replace(/^\uFEFF?---[^\S\n]*\r?\n[\s\S]*?\n---[^\S\n]*(?:\r?\n|$)/, '');

/** The list of the files, for the judge. */
export function listOf({ texts, leftOut }: SkillData): string {
  const lines = [
    ...texts.map(({ name }) => `${JSON.stringify(name)}: below`),
    ...leftOut.map(({ path, reason }) => `${JSON.stringify(path)}: left out, ${reason}`),
  ];
  const more = lines.length - MOST_NAMES;
  return [...lines.slice(0, MOST_NAMES), ...(more > 0 ? [`and ${more} more`] : [])].join('\n');
}
