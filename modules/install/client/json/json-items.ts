import { type Node } from 'jsonc-parser';
import { entrySpans, type EntrySpan } from './entry-spans.js';
import { type JsonDocument } from './json-document.js';
import { endOfLine, indentUnit, lineIndent } from './text-style.js';

/** Formats an item for a line with this indentation; `undefined`: all on the current line. */
type ItemText = (indent: string | undefined) => string;

/** Inserts an item after the last one of an object or an array. Inserting and removing it restores the original bytes. */
export function insertItem(document: JsonDocument, container: Node, item: ItemText): JsonDocument {
  const last = entrySpans(document.text, container).at(-1);
  return last === undefined
    ? insertFirst(document, container, item)
    : insertAfter(document, last, item);
}

/** Removes the item at an index of an object or an array. */
export function removeItem(document: JsonDocument, container: Node, index: number): JsonDocument {
  const spans = entrySpans(document.text, container);
  return spans.length === 1
    ? removeOnly(document, container, spans[0] as EntrySpan)
    : removeOneOf(document, spans, index);
}

/** Replaces a node by another value. */
export function replaceNode(
  document: JsonDocument,
  { offset, length }: Node,
  value: unknown,
): JsonDocument {
  const manyLines = /\n/.test(document.text);
  const text = valueText(
    document,
    value,
    manyLines ? lineIndent(document.text, offset) : undefined,
  );
  return edited(document, cut(offset, offset + length, text));
}

/** `indent` is that of the item's own line; without it the value goes on one line. */
export function valueText(
  document: JsonDocument,
  value: unknown,
  indent: string | undefined,
): string {
  if (indent === undefined) return JSON.stringify(value);
  const lines = JSON.stringify(value, null, indentUnit(document.text)).split('\n');
  return lines.join(endOfLine(document.text) + indent);
}

function insertAfter(document: JsonDocument, last: EntrySpan, item: ItemText): JsonDocument {
  const { text } = document;
  const ownLine = last.firstOnLine || last.endsInLineComment;
  const indent = ownLine ? lineIndent(text, last.key) : undefined;
  const separator = indent === undefined ? (/\s/.test(text) ? ' ' : '') : endOfLine(text) + indent;
  const entry = cut(last.end, last.end, separator + item(indent));
  if (last.comma !== undefined) return edited(document, { ...entry, text: `${entry.text},` });
  return edited(document, entry, cut(last.valueEnd, last.valueEnd, ','));
}

/** For a container without items. Only an empty one is opened over several lines, so that removal can restore its bytes. */
function insertFirst(document: JsonDocument, container: Node, item: ItemText): JsonDocument {
  const { text } = document;
  const start = container.offset + 1;
  const inner = text.slice(start, container.offset + container.length - 1);
  const newline = endOfLine(text);
  const outer = lineIndent(text, container.offset);
  const indent = outer + indentUnit(text);
  if (inner === '')
    return edited(
      document,
      cut(start, start, `${newline}${indent}${item(indent)}${newline}${outer}`),
    );
  if (inner.trim() === '') return edited(document, cut(start, start, item(undefined)));
  const lastBreak = /\r?\n[ \t]*$/.exec(inner);
  if (lastBreak === null) {
    const at = start + inner.trimEnd().length;
    return edited(document, cut(at, at, item(undefined)));
  }
  const at = start + lastBreak.index;
  return edited(document, cut(at, at, `${newline}${indent}${item(indent)}`));
}

function removeOnly(document: JsonDocument, container: Node, span: EntrySpan): JsonDocument {
  const { text } = document;
  const open = container.offset + 1;
  const close = container.offset + container.length - 1;
  if (!span.firstOnLine) return edited(document, cut(span.key, span.end, ''));
  const before = text.slice(open, span.key);
  const after = text.slice(span.end, close);
  if (before.trim() === '' && after.trim() === '') return edited(document, cut(open, close, ''));
  return edited(document, cut(open + before.replace(/\r?\n[ \t]*$/, '').length, span.end, ''));
}

function removeOneOf(
  document: JsonDocument,
  spans: readonly EntrySpan[],
  index: number,
): JsonDocument {
  const span = spans[index] as EntrySpan;
  const previous = spans[index - 1];
  const next = spans[index + 1];
  if (previous === undefined) {
    if (next !== undefined && !next.firstOnLine)
      return edited(document, cut(span.key, next.key, ''));
    return edited(document, cut(span.start, span.end, ''));
  }
  const entry = cut(previous.end, span.end, '');
  if (next !== undefined || span.comma !== undefined || previous.comma === undefined)
    return edited(document, entry);
  return edited(document, entry, cut(previous.comma, previous.comma + 1, ''));
}

interface Cut {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

function cut(from: number, to: number, text: string): Cut {
  return { from, to, text };
}

/** Cuts are offsets into the unedited text, the last one first, so that earlier offsets stay valid. */
function edited(document: JsonDocument, ...cuts: readonly Cut[]): JsonDocument {
  const text = cuts.reduce(
    (now, cut) => now.slice(0, cut.from) + cut.text + now.slice(cut.to),
    document.text,
  );
  return document.withText(text);
}
