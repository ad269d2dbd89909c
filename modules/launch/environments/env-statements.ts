/** `KEY=value` of a `.env` text, with the raw value: in its quotes, or with the comment behind it. */
export interface EnvStatement {
  /** From 1. */
  readonly line: number;
  readonly key: string;
  readonly raw: string;
}

/** A line that cannot be read, and why. */
export interface EnvProblem {
  readonly line: number;
  readonly message: string;
}

const ASSIGNMENT = /^\s*(?:export\s+)?([^\s=]+)\s*=/;
const BLANK_OR_COMMENT = /^\s*(?:#.*)?$/;

/**
 * Splits a `.env` text. The library that reads values skips what it does not understand, and does not know lines; so here is found where
 * each assignment begins and ends, and whatever is none is reported.
 */
export function* envStatements(text: string): Generator<EnvStatement | EnvProblem> {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n?|\n/);
  for (let at = 0; at < lines.length; at++) {
    const first = lines[at] ?? '';
    if (BLANK_OR_COMMENT.test(first)) continue;
    const line = at + 1;
    const [head, key = ''] = ASSIGNMENT.exec(first) ?? [];
    if (head === undefined) {
      yield { line, message: 'this is neither blank, a comment nor KEY=value' };
      continue;
    }
    const found = rawValue(lines, at, head.length);
    if ('message' in found) yield { line, message: found.message };
    else yield { line, key, raw: found.raw };
    at = found.last;
  }
}

type RawValue =
  | { readonly raw: string; readonly last: number }
  | { readonly message: string; readonly last: number };

function rawValue(lines: readonly string[], at: number, column: number): RawValue {
  const rest = (lines[at] ?? '').slice(column);
  const value = rest.trimStart();
  if (/^['"`]/.test(value)) return quotedValue(lines, at, value);
  const mark = rest.indexOf('#');
  // some programs end the value there, others keep it
  return mark === 0 || (mark > 0 && !/\s/.test(rest.charAt(mark - 1)))
    ? { message: 'a value with # stands in quotes; a comment has a space before it', last: at }
    : { raw: value.trimEnd(), last: at };
}

/** From its quote on, up to the next one without a backslash before it, which may stand on a later line. */
function quotedValue(lines: readonly string[], at: number, value: string): RawValue {
  const quote = value.charAt(0);
  const parts: string[] = [];
  for (let last = at; last < lines.length; last++) {
    const text = last === at ? value : (lines[last] ?? '');
    const end = closingQuote(text, quote, last === at ? 1 : 0);
    if (end === -1) {
      parts.push(text);
      continue;
    }
    if (!BLANK_OR_COMMENT.test(text.slice(end + 1)))
      return { message: 'there is something behind the closing quote of the value', last };
    return { raw: [...parts, text.slice(0, end + 1)].join('\n'), last };
  }
  return { message: 'the quote of the value is not closed', last: at };
}

function closingQuote(text: string, quote: string, from: number): number {
  let at = text.indexOf(quote, from);
  while (at > 0 && text.charAt(at - 1) === '\\') at = text.indexOf(quote, at + 1);
  return at;
}
