import type { Tool as ListedTool } from '@modelcontextprotocol/sdk/types.js';
import { outputSchemaOf } from './schemas.js';
import type { Tool } from './tools.js';

/** What clients may assume about a tool; what a module does not say they are left to assume the worst of. */
function hintsOf({ operation: { effect, idempotent, mcp } }: Tool) {
  const reads = effect === 'read';
  const destructive = reads ? false : mcp?.destructive;
  return {
    readOnlyHint: reads,
    ...(destructive !== undefined && { destructiveHint: destructive }),
    idempotentHint: idempotent,
    ...(mcp?.openWorld !== undefined && { openWorldHint: mcp.openWorld }),
  };
}

/** A tool as clients are told of it. Made from its manifest alone. */
export function listedTool(tool: Tool): ListedTool {
  const { name, description, inputSchema, operation } = tool;
  const title = operation.mcp?.title ?? operation.summary;
  const outputSchema = outputSchemaOf(operation);
  return {
    name,
    title,
    description,
    inputSchema,
    ...(outputSchema && { outputSchema }),
    annotations: { title, ...hintsOf(tool) },
  };
}
