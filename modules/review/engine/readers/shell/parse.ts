/** Text to syntax trees: whole where it parses, in ever smaller pieces where a quotation never ends. */
import { parse, type ParsedScript, type ParseError } from 'unbash';

/** A tree whose positions begin at `offset` of the text. */
export interface Piece {
  readonly script: ParsedScript;
  readonly text: string;
  readonly offset: number;
}

/** Commands in the words of commands, in levels: people write three. */
const DEEPEST = 100;
export const TOO_NESTED = `it has commands in the words of commands more than ${DEEPEST} levels deep`;

/** Whether substitutions are nested so deep that the parser, which looks for the end of each, would take minutes. */
export function nestsTooDeep(text: string): boolean {
  let depth = 0;
  for (const [mark] of text.matchAll(/[$<>]\(|\)/g)) {
    depth = mark === ')' ? Math.max(0, depth - 1) : depth + 1;
    if (depth > DEEPEST) return true;
  }
  return false;
}

/** Where to cut, coarse to fine: fences and paragraphs, then lines that do not go on. */
const PARAGRAPHS = /\n(?:[ \t]*\n)+/g;
const LINES = /(?<!\\)\n/g;

/** Everything in the text; a paragraph with an error in it is read again line by line. */
export function parsed(text: string): Piece[] {
  const script = parse(text);
  const { errors = [] } = script;
  if (errors.length === 0) return [{ script, text, offset: 0 }];
  const paragraphs = pieces({ text, offset: 0 }, PARAGRAPHS);
  if (errors.some(swallows)) return paragraphs.flatMap(paragraph);
  const wrong = withErrors(paragraphs, errors);
  return [{ script, text, offset: 0 }, ...wrong.flatMap(lines)];
}

/** The parser goes on after every error but this: an open quotation or here-document takes all that follows. */
const swallows = ({ message }: ParseError): boolean => message.startsWith('unterminated');

interface Stretch {
  readonly text: string;
  readonly offset: number;
}

function paragraph(stretch: Stretch): Piece[] {
  const script = parse(stretch.text);
  return script.errors === undefined ? [{ script, ...stretch }] : lines(stretch);
}

const lines = (stretch: Stretch): Piece[] =>
  pieces(stretch, LINES).map((line) => ({ script: parse(line.text), ...line }));

function withErrors(stretches: readonly Stretch[], errors: readonly ParseError[]): Stretch[] {
  const positions = errors.map(({ pos }) => pos).sort((one, other) => one - other);
  let index = 0;
  return stretches.filter(({ text, offset }) => {
    const first = index;
    while ((positions[index] ?? Infinity) <= offset + text.length) index++;
    return index > first;
  });
}

function pieces({ text, offset }: Stretch, pattern: RegExp): Stretch[] {
  const found: Stretch[] = [];
  let start = 0;
  for (const { index, 0: gap } of text.matchAll(pattern)) {
    if (index > start) found.push({ text: text.slice(start, index), offset: offset + start });
    start = index + gap.length;
  }
  if (start < text.length) found.push({ text: text.slice(start), offset: offset + start });
  return found;
}

/** As documents write commands: after a prompt. */
const PROMPT = /^([ \t]*)[$%❯➜] (?=\S)/gm;
/** What the reader is to fill in: it would be read as two redirections. */
const PLACEHOLDER = /<([A-Za-z][\w. -]{0,60})>(?![\w/]*dev\b)/g;

/** Text of a document with its prompts and placeholders made plain; all positions stay. */
export function asCommands(text: string): string {
  return text
    .replace(PROMPT, '$1  ')
    .replace(PLACEHOLDER, (_, name: string) => `{${name.replace(/[ .]/g, '_')}}`);
}
