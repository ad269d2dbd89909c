import type { Tool as ListedTool, ToolAnnotations } from '@modelcontextprotocol/sdk/types.js';
import { outputSchemaOf } from './schemas.js';
import type { Tool } from './tools.js';

/**
 * What clients may assume about a tool. What the protocol takes for granted is not said: a tool that is not read-only destroys, may not be
 * repeated and deals with strangers unless it says otherwise; one that is read-only does neither of the first two.
 */
function hintsOf({ operation: { effect, idempotent, mcp } }: Tool): ToolAnnotations {
  const reads = effect === 'read';
  return {
    ...(reads && { readOnlyHint: true }),
    ...(!reads && mcp?.destructive === false && { destructiveHint: false }),
    ...(!reads && idempotent && { idempotentHint: true }),
    ...(mcp?.openWorld === false && { openWorldHint: false }),
  };
}

/** A tool as clients see it in the list. Made from its manifest alone. */
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
    annotations: hintsOf(tool),
  };
}
