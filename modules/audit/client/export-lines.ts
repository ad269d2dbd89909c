import { exportUnreadable } from '../contract/errors.js';
import type { AuditDigest, AuditEvent } from '../contract/events.js';

/** A line of an export: an event, or the digest of a day. */
export type Entry =
  | { readonly at: number; readonly line: string; readonly event: AuditEvent; readonly day?: undefined }
  | { readonly at: number; readonly line: string; readonly event?: undefined; readonly day: AuditDigest };

/** The lines of a text that comes in pieces. */
export async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of bytes) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

function entryOf(line: string, at: number): Entry | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined; // told by the caller, with its place
  }
  const fields = (typeof value === 'object' && value !== null ? value : {}) as Partial<AuditEvent & AuditDigest>;
  if (typeof fields.id === 'string' && typeof fields.at === 'string') return { at, line, event: fields as AuditEvent };
  const { day, digest, previous } = fields;
  if ([day, digest, previous].every((text) => typeof text === 'string')) return { at, line, day: fields as AuditDigest };
  return undefined;
}

/** Throws `audit_export_unreadable` for a line that is neither; `at` counts from 1. */
export async function* entriesOf(lines: AsyncIterable<string>, file: string): AsyncGenerator<Entry> {
  let at = 0;
  for await (const line of lines) {
    at += 1;
    const entry = entryOf(line, at);
    if (entry === undefined) throw exportUnreadable({ file, why: `line ${at} is neither an event nor a digest` });
    yield entry;
  }
}
