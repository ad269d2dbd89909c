import {
  JSONRPCMessageSchema,
  RequestIdSchema,
  type JSONRPCMessage,
  type RequestId,
} from '@modelcontextprotocol/sdk/types.js';
import type { LongLine } from './line-reader.js';
import { invalidRequest, notJson, type Refusal } from './refusal.js';

export type Read = { readonly message: JSONRPCMessage } | { readonly refusal: Refusal };

/** One line; several messages where it is a batch. */
export interface ReadLine {
  readonly batch: boolean;
  readonly read: readonly Read[];
}

// takes a byte order mark away
const utf8 = new TextDecoder('utf-8', { fatal: true });
const SPACE = /^\s*$/;

/** The id that an answer may carry. An id beside no method is that of an answer to us, which is another's number. */
function idOf(value: object): RequestId | null {
  if (!('id' in value && 'method' in value)) return null;
  return RequestIdSchema.safeParse(value.id).data ?? null;
}

function readMessage(value: unknown): Read {
  const { data: message } = JSONRPCMessageSchema.safeParse(value);
  if (message !== undefined) return { message };
  const id = typeof value === 'object' && value !== null ? idOf(value) : null;
  return {
    refusal: invalidRequest('this is no JSON-RPC 2.0 message of the Model Context Protocol.', id),
  };
}

/** What a line says. An empty one says nothing. */
export function readLine(line: Buffer): ReadLine {
  try {
    const text = utf8.decode(line);
    if (SPACE.test(text)) return { batch: false, read: [] };
    const value = JSON.parse(text) as unknown;
    return Array.isArray(value)
      ? { batch: true, read: value.map(readMessage) }
      : { batch: false, read: [readMessage(value)] };
  } catch {
    return { batch: false, read: [{ refusal: notJson() }] };
  }
}

// the space of JSON: what `\s` takes besides, `JSON.parse` refuses
const GAP = String.raw`[ \t\r\n]*`;
const SCALAR = String.raw`("[^"\\\u0000-\u001f]*"|-?(?:0|[1-9]\d*))${GAP}`;
/** The members before the first one that is not flat. */
const FLAT = new RegExp(String.raw`^\ufeff?${GAP}\{((?:${GAP}"\w+"${GAP}:${GAP}${SCALAR},)*)`);
/** An id that is the last member: nothing nested, and no text, can look so. */
const ID_LAST = new RegExp(String.raw`(?<!\\)"id"${GAP}:${GAP}${SCALAR}\}${GAP}$`);

/**
 * A line that is too long is not parsed, but a client that waits for its answer gets one. Clients write the method among the first members,
 * and the id there or last. Other ids are not looked for: that of an answer to us is another's number.
 */
export function refuseLongLine({ head, tail }: LongLine, limit: number): Refusal {
  const members = FLAT.exec(head.toString())?.[1]?.replace(/,$/, '') ?? '';
  const flat = JSON.parse(`{${members}}`) as Readonly<Record<string, unknown>>;
  const id = flat['id'] ?? (JSON.parse(ID_LAST.exec(tail.toString())?.[1] ?? 'null') as unknown);
  return invalidRequest(
    `a message has at most ${limit} bytes.`,
    flat['method'] === undefined ? null : (id as RequestId | null),
  );
}
