import { parsedJson } from '../../../toolbox/parsed-json.js';
import { fieldsOf } from '../../../toolbox/type-guards.js';
import { exportUnreadable } from '../contract/errors.js';
import type { AuditDigest, AuditEvent, AuditExportEnd } from '../contract/events.js';

/** Name of the source in messages when it is not a file. */
export const SERVER = 'the answer of the server';

interface LinePosition {
  /** Counts from 1. */
  readonly at: number;
  readonly line: string;
}

export type EventEntry = LinePosition & { readonly event: AuditEvent };
export type DigestEntry = LinePosition & { readonly digest: AuditDigest };
export type EndEntry = LinePosition & { readonly end: AuditExportEnd };

/** A line of an export: an event, the digest of a day, or the final line. */
export type Entry = EventEntry | DigestEntry | EndEntry;

interface Line {
  readonly text: string;
  /** False for text after the last line break. */
  readonly whole: boolean;
}

/** Splits text that arrives in chunks into lines. */
async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Line> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of bytes) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const text of lines) yield { text, whole: true };
  }
  rest += decoder.decode();
  if (rest !== '') yield { text: rest, whole: false };
}

const areTexts = (...values: readonly unknown[]): boolean =>
  values.every((value) => typeof value === 'string');

const isEnd = ({ exported, organization, since, until }: Partial<AuditExportEnd>): boolean =>
  areTexts(exported, organization, since ?? '', until ?? '');

/** Fields that a line may omit. */
const ABSENT = { removedAt: null, since: null, until: null };

function entryOf(line: string, at: number): Entry | undefined {
  const fields: Partial<AuditEvent & AuditDigest & AuditExportEnd> = {
    ...ABSENT,
    ...fieldsOf(parsedJson(line)),
  };
  if (areTexts(fields.id, fields.at)) return { at, line, event: fields as AuditEvent };
  if (areTexts(fields.day, fields.digest, fields.previous))
    return { at, line, digest: fields as AuditDigest };
  if (isEnd(fields)) return { at, line, end: fields as AuditExportEnd };
  return undefined;
}

/** Stops where the file is truncated. Throws `audit_export_unreadable` for any other malformed line. */
export async function* entriesOf(
  bytes: AsyncIterable<Uint8Array>,
  file: string,
): AsyncGenerator<Entry> {
  let at = 0;
  let ended = false;
  for await (const { text, whole } of linesOf(bytes)) {
    at += 1;
    const entry = entryOf(text, at);
    if (entry === undefined && !whole && at > 1) return;
    if (entry === undefined)
      throw exportUnreadable({ file, why: `line ${at} is neither an event nor a digest` });
    if (ended) throw exportUnreadable({ file, why: `line ${at} follows the last line` });
    ended = 'end' in entry;
    yield entry;
  }
}
