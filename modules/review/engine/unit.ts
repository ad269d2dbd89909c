/** Stretches of text, each in one language: what the readers read. */
import type { Answers, Handed } from './facts.js';
import type { FileRole } from '../../registry/contract/file-roles.js';

export const languages = [
  'markdown',
  'text',
  'html',
  'shell',
  'powershell',
  'batch',
  'python',
  'javascript',
  'typescript',
  'tsx',
  'dockerfile',
  'makefile',
  'json',
  'yaml',
  'toml',
  'ruby',
  'perl',
  'php',
  'lua',
  'applescript',
  // Go, Java, C and their like, which a compiler turns into programs
  'compiled',
] as const;
export type Language = (typeof languages)[number];

/** A range of lines of a unit and what the text around it says about it. */
export interface Frame {
  /** First and last line, in the file's numbering. */
  readonly from: number;
  readonly to: number;
  /** Headings above, outermost first. */
  readonly section: readonly string[];
  /** The prose right before, such as the sentence that introduces a fence. */
  readonly lead: string;
  /** Whether the text says that this is an example of an attack, a mistake or something never to run. */
  readonly discouraged: boolean;
}

export interface Unit {
  readonly file: string;
  readonly role: FileRole;
  /** Whether `SKILL.md` leads here: then tests, documentation and fixtures weigh as much as instructions. */
  readonly reached: boolean;
  readonly language: Language;
  readonly text: string;
  /** Line of the file on which the text begins, from 1. */
  readonly line: number;
  /** Decodings that led to the text, outermost first. All its lines count as `line`. */
  readonly decoded: readonly string[];
  /** Whether all its lines stand on one line of the file, as those of a JSON string do. */
  readonly flat?: boolean | undefined;
  /** What surrounds it in the document that it comes from; fences of a section are one unit with a frame for each. */
  readonly frames: readonly Frame[];
  /** What names of the bundle's programs yield that it loads: `module.name`, in a shell `name`. */
  readonly loaded?: Answers | undefined;
  /** What other programs of the bundle give to its functions, by their names. */
  readonly given?: Handed | undefined;
  /** What runs it by itself: an event of a hook, a script of a package, a task, a tool server. */
  readonly trigger?: string | undefined;
}

/** Somewhere in a unit. */
export interface At {
  readonly unit: Unit;
  /** Line in the file. */
  readonly line: number;
  /** The text that is meant, as written; may be long. */
  readonly text: string;
}

/** Positions of a text as lines; looked up by bisection. */
export class Lines {
  readonly #starts: number[] = [0];

  constructor(text: string) {
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1))
      this.#starts.push(at + 1);
  }

  /** Number of line breaks before the offset. */
  before(offset: number): number {
    let [low, high] = [0, this.#starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] as number) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Where a line begins and the next one does; `undefined` for a line that is not there. */
  extent(line: number): readonly [number, number | undefined] | undefined {
    const start = this.#starts[line];
    return start === undefined ? undefined : [start, this.#starts[line + 1]];
  }
}

const lineTables = new WeakMap<Unit, Lines>();

/** The line in the file of an offset of the unit's text. */
export function lineAt(unit: Unit, offset: number): number {
  if (unit.decoded.length > 0 || unit.flat === true) return unit.line;
  return unit.line + linesOf(unit).before(offset);
}

function linesOf(unit: Unit): Lines {
  let lines = lineTables.get(unit);
  if (lines === undefined) lineTables.set(unit, (lines = new Lines(unit.text)));
  return lines;
}

/** The whole line of the file, or as much of it as the unit has; `undefined` where the unit's lines are not those of the file. */
export function lineText(unit: Unit, line: number): string | undefined {
  if (unit.decoded.length > 0 || unit.flat === true) return undefined;
  const extent = linesOf(unit).extent(line - unit.line);
  return extent && unit.text.slice(...extent);
}

/** A span of a unit. */
export function spanAt(unit: Unit, from: number, to: number): At {
  return { unit, line: lineAt(unit, from), text: unit.text.slice(from, to) };
}

/** The frame around a line, if the unit has one there. */
export function frameAt({ unit, line }: Pick<At, 'unit' | 'line'>): Frame | undefined {
  return unit.frames.find(({ from, to }) => from <= line && line <= to);
}
