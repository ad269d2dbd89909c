import {
  CallToolRequestSchema,
  InitializeRequestSchema,
  ListToolsRequestSchema,
  type JSONRPCRequest,
} from '@modelcontextprotocol/sdk/types.js';
import { invalidParams, type Refusal } from './refusal.js';

/** As much of a schema as is needed here. */
interface Schema {
  safeParse(value: unknown): { readonly error?: { readonly issues: readonly Issue[] } | undefined };
}

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** What is served and has parameters. The SDK checks them as well, but calls a client's mistake an internal error. */
const schemas = new Map<string, Schema>([
  ['initialize', InitializeRequestSchema],
  ['tools/list', ListToolsRequestSchema],
  ['tools/call', CallToolRequestSchema],
]);

/** Says which parameters of a request are wrong. */
export function refuseParams(request: JSONRPCRequest): Refusal | undefined {
  const issues = schemas.get(request.method)?.safeParse(request).error?.issues ?? [];
  if (issues.length === 0) return undefined;
  return invalidParams(
    issues.map(({ path, message }) => `${path.map(String).join('.')}: ${message}`).join('; '),
    request.id,
  );
}
