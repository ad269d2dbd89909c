/** A table header or a key with its value; texts that are neither count too. */
export interface Statement {
  readonly from: number;
  /** The line break behind it, or the end of the text. */
  readonly to: number;
  /** Levels of brackets. */
  readonly depth: number;
}

const DEEPER: Readonly<Record<string, number>> = { '[': 1, '{': 1, ']': -1, '}': -1 };

/** Divides a text at the line breaks that end statements. */
export function statementsOf(text: string): readonly Statement[] {
  const statements: Statement[] = [];
  for (let from = 0; from < text.length;) {
    const statement = statementAt(text, from);
    if (text.slice(from, statement.to).trim() !== '') statements.push(statement);
    from = statement.to + 1;
  }
  return statements;
}

function statementAt(text: string, from: number): Statement {
  const tokens = /"""|'''|["'#\n[\]{}]/g;
  tokens.lastIndex = from;
  let [depth, deepest] = [0, 0];
  for (let match = tokens.exec(text); match !== null; match = tokens.exec(text)) {
    const [sign] = match;
    if (sign === '\n' && (depth <= 0 || isHeader(text, from)))
      return { from, to: match.index, depth: deepest };
    depth += DEEPER[sign] ?? 0;
    deepest = Math.max(deepest, depth);
    tokens.lastIndex = tokenEnd(text, match.index, sign);
  }
  return { from, to: text.length, depth: deepest };
}

/** A header that is never closed ends with its line. */
function isHeader(text: string, from: number): boolean {
  const start = /[ \t]*\[/y;
  start.lastIndex = from;
  return start.test(text);
}

/** Behind the string, comment or sign; a string that is never closed ends with its line. */
function tokenEnd(text: string, from: number, sign: string): number {
  if (sign === '#') return indexOf(text, '\n', from);
  if (!/["']/.test(sign)) return from + sign.length;
  const last = sign.length === 3 ? text.length : indexOf(text, '\n', from);
  for (let at = from + sign.length; at < last; at++) {
    if (sign.startsWith('"') && text[at] === '\\') at++;
    else if (text.startsWith(sign, at)) return closingEnd(text, at, sign);
  }
  return last;
}

/** Up to two more quotes before the closing ones belong to the content. */
function closingEnd(text: string, at: number, sign: string): number {
  let end = at + sign.length;
  const most = sign.length === 3 ? end + 2 : end;
  while (end < most && text[end] === sign[0]) end++;
  return end;
}

function indexOf(text: string, sign: string, from: number): number {
  const found = text.indexOf(sign, from);
  return found === -1 ? text.length : found;
}
