import type { Tool as ListedTool, ToolAnnotations } from '@modelcontextprotocol/sdk/types.js';
import { outputSchemaOf } from './schemas.js';
import type { Tool } from './tools.js';

/**
 * The annotations of a tool. Those that equal the protocol's defaults are left out: by default, a tool that is not read-only is destructive,
 * not idempotent and open-world; for a read-only tool the first two do not apply.
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

/** A tool as clients see it in the list, made from the manifest alone. */
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
