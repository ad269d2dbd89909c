import { ErrorCode, type RequestId } from '@modelcontextprotocol/sdk/types.js';

/** An answer to a message that cannot be served. `id` is null where none could be read (JSON-RPC 2.0, section 5). */
export interface Refusal {
  readonly jsonrpc: '2.0';
  readonly id: RequestId | null;
  readonly error: { readonly code: number; readonly message: string };
}

const refuse = (code: ErrorCode, message: string, id: RequestId | null): Refusal => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
});

/** -32700. */
export const notJson = (): Refusal =>
  refuse(ErrorCode.ParseError, 'Parse error: a line is one JSON document in UTF-8.', null);

/** -32600. */
export const invalidRequest = (why: string, id: RequestId | null = null): Refusal =>
  refuse(ErrorCode.InvalidRequest, `Invalid request: ${why}`, id);

/** -32602. */
export const invalidParams = (why: string, id: RequestId): Refusal =>
  refuse(ErrorCode.InvalidParams, `Invalid params: ${why}.`, id);
