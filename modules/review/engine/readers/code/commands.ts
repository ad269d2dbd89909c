/** Commands that a program starts, as the shell would write them. */
import type { At, Language, Unit } from '../../unit.js';
import { asText } from './fold/decoders.js';
import { UNKNOWN, type Known } from './known.js';

export interface Command {
  /** The program and its arguments, each by itself; a command line is one. */
  readonly argv: readonly Known[];
  readonly text: string;
  readonly dynamic: boolean;
  /** First word; empty where it is unknown. */
  readonly name: string;
  /** The words after it. */
  readonly rest: string;
}

/** A program, given as a command line, a list, or a name with arguments. */
export function commandOf(first: Known, rest: readonly Known[]): Command {
  const argv = first.items ? [...first.items, ...rest] : [first, ...rest];
  const lone = argv.length === 1 && !first.items;
  const text = lone ? (first.text ?? '') : argv.map(quoted).join(' ');
  const [, name = '', after = ''] = /^\s*([^\s$]*)\s*(.*)$/s.exec(text) ?? [];
  return {
    argv,
    text,
    dynamic: argv.some(({ dynamic }) => dynamic),
    name: name.slice(name.lastIndexOf('/') + 1),
    rest: after,
  };
}

const PLAIN = /^[\w@%+=:,./~-]+$/;

/** One word of a command line; what is unknown in it may not split it. */
function quoted({ text = '${…}' }: Known): string {
  if (PLAIN.test(text)) return text;
  if (text.includes('${')) return `"${text.replaceAll(/["\\`]/g, String.raw`\$&`)}"`;
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

const INTERPRETERS =
  /^(ba|z|k|da|a|fi|tc|c)?sh$|^(python|node|perl|ruby|php|pwsh|powershell|cmd|osascript|deno|bun|wscript|cscript|mshta)[\d.]*(\.exe)?$/i;

/** Whether what a program is given runs as code. */
export const isInterpreter = (name: string): boolean => INTERPRETERS.test(name);

/** Text of a program that runs in its turn. */
export function nestedUnit(at: At, language: Language, known: Known): Unit {
  const { steps = known.disguised === true ? ['joined text'] : [], text = '' } = asText({
    ...UNKNOWN,
    ...known,
  });
  return { ...at.unit, language, text, line: at.line, decoded: [...at.unit.decoded, ...steps] };
}

/** Whether what the program reads runs as code. */
export const readsCode = (program: Known | undefined): boolean =>
  program !== undefined && isInterpreter(commandOf(program, []).name);
