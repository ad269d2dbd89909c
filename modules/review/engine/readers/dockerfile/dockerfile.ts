/** Dockerfiles: their instructions, read as the shell commands that they are or stand for. */
import type { Reader } from '../../facts.js';
import { spanAt, type At, type Unit } from '../../unit.js';
import { literal, type Flow } from '../shell/flow.js';
import { requested } from '../shell/commands/requests.js';
import type { Call, Session } from '../shell/session.js';
import { newWalker } from '../shell/shell.js';
import type { Walker } from '../shell/walk.js';

/** One instruction, with its continuation lines. */
interface Instruction {
  readonly name: string;
  /** Options such as `--mount=…`. */
  readonly flags: readonly string[];
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

const START = /^[ \t]*(?:ONBUILD[ \t]+)?([A-Za-z]+)[ \t]+/;
const HERE = /<<-?["']?(\w+)["']?/;

/** Reads a Dockerfile. */
export const readDockerfile: Reader = (unit) => {
  const walker = newWalker(unit);
  for (const instruction of instructions(unit.text))
    handlers[instruction.name]?.(instruction, { unit, walker });
  walker.finish();
  return walker.session.reading();
};

interface Build {
  readonly unit: Unit;
  readonly walker: Walker;
}

const handlers: Readonly<Record<string, (instruction: Instruction, build: Build) => void>> = {
  RUN: runs,
  CMD: runs,
  ENTRYPOINT: runs,
  HEALTHCHECK: (instruction, build) => {
    const at = instruction.text.indexOf('CMD');
    if (at !== -1) runs({ ...instruction, text: instruction.text.slice(at + 3) }, build);
  },
  ADD: adds,
  ENV: sets,
  ARG: sets,
};

function* instructions(text: string): Generator<Instruction> {
  const lines = text.split('\n');
  let offset = 0;
  for (let index = 0; index < lines.length; index++) {
    const first = lines[index] as string;
    const start = START.exec(first);
    const from = offset;
    offset += first.length + 1;
    if (start === null || first.trimStart().startsWith('#')) continue;
    const body: string[] = [first];
    const goesOn = (): boolean =>
      /[\\`][ \t]*\r?$/.test(body.at(-1) ?? '') || /^[ \t]*#/.test(body.at(-1) ?? '');
    const add = (): string => {
      const line = lines[++index] as string;
      offset += line.length + 1;
      body.push(line);
      return line;
    };
    while (goesOn() && index + 1 < lines.length) add();
    const end = HERE.exec(body.join('\n'))?.[1];
    if (end !== undefined) while (index + 1 < lines.length && add().trim() !== end);
    yield instruction(body.join('\n'), start, from);
  }
}

function instruction(whole: string, [head, name = '']: RegExpExecArray, from: number): Instruction {
  let text = whole.slice(head.length);
  let start = from + head.length;
  const flags: string[] = [];
  for (let flag; (flag = /^--[\w-]+(?:=\S+)?[ \t]*(?:\\\r?\n[ \t]*)?/.exec(text)) !== null;) {
    flags.push(flag[0].trim());
    text = text.slice(flag[0].length);
    start += flag[0].length;
  }
  return { name: name.toUpperCase(), flags, text, from: start, to: from + whole.length };
}

/** Commands, as shell text or as a list of words. */
function runs({ text, from }: Instruction, { unit, walker }: Build): void {
  const words = execForm(text);
  if (words !== undefined) {
    const [name = literal(''), ...args] = words;
    walker.dispatch({
      ...EMPTY,
      name: name.text,
      args,
      at: spanAt(unit, from, from + text.length),
    });
    return;
  }
  const here = /^<<-?["']?(\w+)["']?[ \t]*\n/.exec(text);
  const script =
    here === null ? commented(text) : text.slice(here[0].length, text.lastIndexOf(here[1] ?? ''));
  const start = from + (here?.[0].length ?? 0);
  walker.text(script, (one, other) => spanAt(unit, start + one, start + other));
}

/** Comment lines between continued lines are no part of the command; all positions stay. */
const commented = (text: string): string =>
  text.replace(/^[ \t]*#.*$/gm, (line) => `${' '.repeat(Math.max(line.length - 1, 0))}\\`);

function execForm(text: string): readonly Flow[] | undefined {
  if (!text.trimStart().startsWith('[')) return undefined;
  try {
    const words: unknown = JSON.parse(text.replace(/\\\r?\n/g, ' '));
    return Array.isArray(words) ? words.map((word) => literal(String(word))) : undefined;
  } catch {
    // not a list of texts: Docker takes it for shell text as well
    return undefined;
  }
}

const EMPTY: Omit<Call, 'at'> = {
  name: '',
  args: [],
  input: undefined,
  sets: [],
  elevated: false,
  saves: undefined,
  next: [],
  captured: false,
};

/** Addresses are fetched while the image is built. */
function adds({ text, from }: Instruction, { unit, walker }: Build): void {
  const words = execForm(text) ?? text.trim().split(/\s+/).map(literal);
  const at = spanAt(unit, from, from + text.length);
  const to = words.at(-1);
  for (const word of words.slice(0, -1))
    if (/^(?:https?|git|ftp):|^git@/.test(word.text))
      fetched(word, to, { at, session: walker.session });
}

function fetched(
  url: Flow,
  to: Flow | undefined,
  { at, session }: { at: At; session: Session },
): void {
  requested({ url, saves: to }, { ...EMPTY, name: 'ADD', at }, session);
}

/** `NAME=value …`, and the old `ENV NAME value`. */
function sets({ text, from }: Instruction, { unit, walker }: Build): void {
  const old = /^(\w+)[ \t]+(?!\w+=)(.+)$/.exec(text.trim());
  const assignments = old === null ? text : `${old[1] ?? ''}='${(old[2] ?? '').replace(/'/g, '')}'`;
  walker.text(`export ${assignments}`, () => spanAt(unit, from, from + text.length));
}
