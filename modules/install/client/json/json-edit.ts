import { type JSONPath, type Node } from 'jsonc-parser';
import { BOM, JsonDocument, propertiesOf } from './json-document.js';
import { entrySpans, type EntrySpan } from './entry-spans.js';
import { endOfLine, indentUnit, lineIndent } from './text-style.js';

/** Edits a whole JSON text, byte order mark and all. Throws `project_file_invalid`, and changes nothing, when it is not sound. */
export function editJson(file: string, source: string, edit: (document: JsonDocument) => JsonDocument): string {
  const edited = edit(JsonDocument.parse(file, source)).text;
  return source.startsWith(BOM) ? BOM + edited : edited;
}

/**
 * Sets one member of an object in a JSON text and leaves every other byte alone: comments, order, indentation and line
 * ends stay. Objects on the way that do not exist are made. Adding a member and removing it gives the original bytes.
 */
export function setMember(document: JsonDocument, path: JSONPath, value: unknown): JsonDocument {
  const existing = document.node(path);
  if (existing !== undefined)
    return edited(document, cut(existing.offset, existing.offset + existing.length, formatted(document, existing, value)));
  const parent = document.node(path.slice(0, -1));
  const key = String(path.at(-1));
  if (parent === undefined) return setMember(document, path.slice(0, -1), { [key]: value });
  if (parent.type !== 'object') {
    document.problem(path.slice(0, -1), 'must be an object');
    document.throwProblems();
  }
  return insertMember(document, parent, { key, value });
}

/** Removes one member; the text is unchanged when there is none. */
export function removeMember(document: JsonDocument, path: JSONPath): JsonDocument {
  const parent = document.node(path.slice(0, -1));
  if (parent?.type !== 'object') return document;
  const index = propertiesOf(parent).findIndex(([key]) => key === path.at(-1));
  if (index === -1) return document;
  const spans = entrySpans(document.text, parent);
  return spans.length === 1 ? removeOnly(document, parent, spans[0] as EntrySpan) : removeOneOf(document, spans, index);
}

interface Member {
  readonly key: string;
  readonly value: unknown;
}

function insertMember(document: JsonDocument, parent: Node, member: Member): JsonDocument {
  const last = entrySpans(document.text, parent).at(-1);
  return last === undefined ? insertFirst(document, parent, member) : insertAfter(document, last, member);
}

function insertAfter(document: JsonDocument, last: EntrySpan, member: Member): JsonDocument {
  const { text } = document;
  const ownLine = last.firstOnLine || last.endsInLineComment;
  const indent = ownLine ? lineIndent(text, last.key) : undefined;
  const separator = indent === undefined ? (/\s/.test(text) ? ' ' : '') : endOfLine(text) + indent;
  const body = memberText(document, member, indent);
  const entry = cut(last.end, last.end, separator + body);
  if (last.comma !== undefined) return edited(document, { ...entry, text: `${entry.text},` });
  return edited(document, entry, cut(last.valueEnd, last.valueEnd, ','));
}

/** Into an object without members. Only a really empty `{}` is opened over several lines: so removal can tell what was there. */
function insertFirst(document: JsonDocument, parent: Node, member: Member): JsonDocument {
  const { text } = document;
  const start = parent.offset + 1;
  const inner = text.slice(start, parent.offset + parent.length - 1);
  const newline = endOfLine(text);
  const outer = lineIndent(text, parent.offset);
  const indent = outer + indentUnit(text);
  if (inner === '')
    return edited(document, cut(start, start, `${newline}${indent}${memberText(document, member, indent)}${newline}${outer}`));
  if (inner.trim() === '') return edited(document, cut(start, start, memberText(document, member, undefined)));
  const lastBreak = /\r?\n[ \t]*$/.exec(inner);
  if (lastBreak === null) {
    const at = start + inner.trimEnd().length;
    return edited(document, cut(at, at, memberText(document, member, undefined)));
  }
  const at = start + lastBreak.index;
  return edited(document, cut(at, at, `${newline}${indent}${memberText(document, member, indent)}`));
}

function removeOnly(document: JsonDocument, parent: Node, span: EntrySpan): JsonDocument {
  const { text } = document;
  const open = parent.offset + 1;
  const close = parent.offset + parent.length - 1;
  if (!span.firstOnLine) return edited(document, cut(span.key, span.end, ''));
  const before = text.slice(open, span.key);
  const after = text.slice(span.end, close);
  if (before.trim() === '' && after.trim() === '') return edited(document, cut(open, close, ''));
  return edited(document, cut(open + before.replace(/\r?\n[ \t]*$/, '').length, span.end, ''));
}

function removeOneOf(document: JsonDocument, spans: readonly EntrySpan[], index: number): JsonDocument {
  const span = spans[index] as EntrySpan;
  const previous = spans[index - 1];
  const next = spans[index + 1];
  if (previous === undefined) {
    if (next !== undefined && !next.firstOnLine) return edited(document, cut(span.key, next.key, ''));
    return edited(document, cut(span.start, span.end, ''));
  }
  const entry = cut(previous.end, span.end, '');
  if (next !== undefined || span.comma !== undefined || previous.comma === undefined) return edited(document, entry);
  return edited(document, entry, cut(previous.comma, previous.comma + 1, ''));
}

function memberText(document: JsonDocument, { key, value }: Member, indent: string | undefined): string {
  const spaced = indent !== undefined || /\s/.test(document.text);
  return `${JSON.stringify(key)}:${spaced ? ' ' : ''}${valueText(document, value, indent)}`;
}

/** `indent` is that of the member's own line; without it everything goes on one line. */
function valueText(document: JsonDocument, value: unknown, indent: string | undefined): string {
  if (indent === undefined) return JSON.stringify(value);
  const lines = JSON.stringify(value, null, indentUnit(document.text)).split('\n');
  return lines.join(endOfLine(document.text) + indent);
}

function formatted(document: JsonDocument, node: Node, value: unknown): string {
  const manyLines = /\n/.test(document.text);
  return valueText(document, value, manyLines ? lineIndent(document.text, node.offset) : undefined);
}

interface Cut {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

function cut(from: number, to: number, text: string): Cut {
  return { from, to, text };
}

/** Cuts are in the coordinates of the text as it is; the later one is given first. */
function edited(document: JsonDocument, ...cuts: readonly Cut[]): JsonDocument {
  const text = cuts.reduce((now, cut) => now.slice(0, cut.from) + cut.text + now.slice(cut.to), document.text);
  return JsonDocument.parse(document.file, text);
}
