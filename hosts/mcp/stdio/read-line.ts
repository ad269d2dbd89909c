import {
  JSONRPCMessageSchema,
  RequestIdSchema,
  type JSONRPCMessage,
  type RequestId,
} from '@modelcontextprotocol/sdk/types.js';
import { invalidRequest, notJson, type Refusal } from './refusal.js';

export type Read = { readonly message: JSONRPCMessage } | { readonly refusal: Refusal };

/** The content of one line: one message, or several in a batch. */
export interface ReadLine {
  readonly batch: boolean;
  readonly read: readonly Read[];
}

// also removes a byte order mark
const utf8 = new TextDecoder('utf-8', { fatal: true });
const SPACE = /^\s*$/;

/** The id to answer with. A message without a method is a response to this server, whose id belongs to the server's own requests. */
function idOf(value: object): RequestId | null {
  if (!('id' in value && 'method' in value)) return null;
  return RequestIdSchema.safeParse(value.id).data ?? null;
}

function readMessage(value: unknown): Read {
  const { data: message } = JSONRPCMessageSchema.safeParse(value);
  if (message !== undefined) return { message };
  const id = typeof value === 'object' && value !== null ? idOf(value) : null;
  return {
    refusal: invalidRequest(
      'this is not a JSON-RPC 2.0 message of the Model Context Protocol.',
      id,
    ),
  };
}

/** Parses a line. An empty line contains no messages. */
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
