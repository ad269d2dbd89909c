import { posix } from 'node:path';
import { decodeText } from '../../../toolbox/decoded-text.js';
import type { LooseFile } from '../../registry/contract/plugin-format.js';

/** What shows that somebody has seen a context: nothing of it stands in the task. */
export interface Traces {
  /** Parts of lines by their text, with the file of the context that has them. */
  readonly lines: ReadonlyMap<string, string>;
  /** Names of its skills. */
  readonly names: readonly string[];
}

/** Characters of the part of a line that is looked for, and words that it must have: shorter ones stand anywhere. */
const [SHORTEST, LONGEST, FEWEST_WORDS] = [24, 160, 4];
/** Lines of a file, and of all files. */
const [MOST_OF_FILE, MOST_LINES] = [60, 400];
const MOST_BYTES = 256 * 1024;

/** Files that say nothing about how to work. */
const OTHER =
  /(?:^|\/)(?:licen[cs]e[^/]*|\.svc-plugin\/.*|tile\.json|[^/]*lock[^/]*|package\.json)$/i;
const SKILL_FILE = 'SKILL.md';

/** What stands before the text of a line in Markdown, and keys of front matter. */
const MARKERS = /^(?:[\s>#*+|-]|\d+[.)]\s|(?:description|name):\s*["']?)+/;

/** What of a context can be looked for. What the task says anyway shows nothing. */
export function tracesOf(context: readonly LooseFile[], task: string): Traces {
  const lines = new Map<string, string>();
  for (const file of [...context].sort(skillsFirst)) {
    const own = partsOf(file).filter((part) => !task.includes(part) && !lines.has(part));
    for (const part of own.slice(0, MOST_OF_FILE))
      if (lines.size < MOST_LINES) lines.set(part, file.path);
  }
  const known = task.toLowerCase();
  const names = [...skillsOf(context).keys()].filter((name) => !known.includes(name.toLowerCase()));
  return { lines, names };
}

/** The skills of a context by their names, with the paths of their folders. */
export function skillsOf(context: readonly LooseFile[]): ReadonlyMap<string, string> {
  const skills = context.filter(({ path }) => posix.basename(path) === SKILL_FILE);
  return new Map(
    skills.flatMap((file) => {
      const folder = posix.dirname(file.path);
      const [, written = ''] = /^name:\s*["']?([^\s"']+)/m.exec(textOf(file) ?? '') ?? [];
      const name = written === '' ? posix.basename(folder) : written;
      return name === '.' ? [] : [[name, folder] as const];
    }),
  );
}

/** Whether a name is so uncommon that it shows by itself that somebody has seen the context. */
export const isUncommon = (name: string): boolean => name.length >= 8 && /[-_.]/.test(name);

function partsOf(file: LooseFile): readonly string[] {
  if (OTHER.test(file.path)) return [];
  const lines = textOf(file)?.split(/\r?\n/) ?? [];
  const parts = lines.map((line) => line.replace(MARKERS, '').slice(0, LONGEST).trim());
  return [...new Set(parts)].filter(isDistinctive);
}

const isDistinctive = (part: string): boolean =>
  part.length >= SHORTEST && (part.match(/\p{L}{2,}/gu)?.length ?? 0) >= FEWEST_WORDS;

function textOf({ content }: LooseFile): string | undefined {
  if (content.byteLength > MOST_BYTES) return undefined;
  const text = decodeText(content);
  return text?.includes('\0') === true ? undefined : text;
}

const rank = ({ path }: LooseFile): number => {
  if (posix.basename(path) === SKILL_FILE) return 0;
  return /\.mdc?$/.test(path) ? 1 : 2;
};
const skillsFirst = (a: LooseFile, b: LooseFile): number => rank(a) - rank(b);
