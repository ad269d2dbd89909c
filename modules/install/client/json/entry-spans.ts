import type { Node } from 'jsonc-parser';
import { isFirstOnLine } from './text-style.js';

/** Span of one object member with everything that belongs to it. Offsets into the text. */
export interface EntrySpan {
  /** After the previous member with its comma and its comment on the same line. */
  readonly start: number;
  readonly key: number;
  readonly valueEnd: number;
  /** Offset of the comma after the value, if any. */
  readonly comma: number | undefined;
  /** After the comma and any comments after it on the same line. */
  readonly end: number;
  readonly firstOnLine: boolean;
  readonly endsInLineComment: boolean;
}

export function entrySpans(text: string, object: Node): readonly EntrySpan[] {
  const spans: EntrySpan[] = [];
  for (const property of object.children ?? []) {
    const key = property.offset;
    const firstOnLine = isFirstOnLine(text, key);
    const start = spans.at(-1)?.end ?? firstStart(text, key, firstOnLine);
    spans.push({ start, key, firstOnLine, ...tailOf(text, property.offset + property.length) });
  }
  return spans;
}

function firstStart(text: string, key: number, firstOnLine: boolean): number {
  if (!firstOnLine) return key;
  return text.slice(0, key).replace(/\r?\n[ \t]*$/, '').length;
}

const LINE_COMMENT = /^[ \t]*\/\/[^\r\n]*/;
const BLOCK_COMMENT = /^[ \t]*\/\*(?:(?!\*\/)[^\r\n])*\*\//;

function tailOf(
  text: string,
  valueEnd: number,
): Pick<EntrySpan, 'valueEnd' | 'comma' | 'end' | 'endsInLineComment'> {
  const comma = commaAfter(text, valueEnd);
  let end = comma === undefined ? valueEnd : comma + 1;
  for (;;) {
    const rest = text.slice(end, end + 10_000);
    const line = LINE_COMMENT.exec(rest);
    if (line !== null)
      return { valueEnd, comma, end: end + line[0].length, endsInLineComment: true };
    const block = BLOCK_COMMENT.exec(rest);
    if (block === null) return { valueEnd, comma, end, endsInLineComment: false };
    end += block[0].length;
  }
}

/** White space and comments may precede the comma. */
function commaAfter(text: string, from: number): number | undefined {
  const gap =
    /^(?:\s|\/\/[^\r\n]*|\/\*(?:(?!\*\/)[\s\S])*\*\/)*/.exec(text.slice(from, from + 10_000))?.[0]
      .length ?? 0;
  return text[from + gap] === ',' ? from + gap : undefined;
}
