import {
  CallToolRequestSchema,
  InitializeRequestSchema,
  ListToolsRequestSchema,
  type JSONRPCRequest,
} from '@modelcontextprotocol/sdk/types.js';
import { invalidParams, type Refusal } from './refusal.js';

/** The part of a schema's type that is used here. */
interface Schema {
  safeParse(value: unknown): { readonly error?: { readonly issues: readonly Issue[] } | undefined };
}

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** The supported methods with parameters. The SDK checks them too, but reports a client's mistake as an internal error. */
const schemas = new Map<string, Schema>([
  ['initialize', InitializeRequestSchema],
  ['tools/list', ListToolsRequestSchema],
  ['tools/call', CallToolRequestSchema],
]);

/** The refusal of a request with invalid parameters. */
export function refuseParams(request: JSONRPCRequest): Refusal | undefined {
  const issues = schemas.get(request.method)?.safeParse(request).error?.issues ?? [];
  if (issues.length === 0) return undefined;
  return invalidParams(
    issues.map(({ path, message }) => `${path.map(String).join('.')}: ${message}`).join('; '),
    request.id,
  );
}
