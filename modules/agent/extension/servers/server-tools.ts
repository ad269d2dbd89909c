import type { ToolDefinition, ToolImage, ToolResult, ToolText } from '../pi-api.js';
import { shortened } from '../../../../toolbox/shortened.js';
import { fieldsOf, listOf } from '../../../../toolbox/type-guards.js';
import type { ConnectedServer } from './connect.js';

/** What providers of models allow. */
const MAX_NAME = 64;
const MAX_TEXT = 200_000;
const CALL_MS = 10 * 60_000;

/** The name that models see: `mcp__<server>__<tool>`. */
export const toolName = (server: string, tool: string): string =>
  `mcp__${server}__${tool}`.replaceAll(/[^A-Za-z\d_-]/g, '_').slice(0, MAX_NAME);

function shown(content: unknown): ToolText | ToolImage {
  const { type, text, data, mimeType } = fieldsOf(content);
  if (type === 'text' && typeof text === 'string') return { type, text: shortened(text, MAX_TEXT) };
  if (type === 'image' && typeof data === 'string' && typeof mimeType === 'string')
    return { type, data, mimeType };
  return { type: 'text', text: shortened(JSON.stringify([content]).slice(1, -1), MAX_TEXT) };
}

function resultOf(answer: unknown): ToolResult {
  const { content, structuredContent, isError } = fieldsOf(answer);
  const parts = listOf(content).map(shown);
  const all =
    parts.length === 0 && structuredContent !== undefined ? [shown(structuredContent)] : parts;
  // pi marks as failed what throws
  if (isError === true)
    throw new Error(all.map((part) => (part.type === 'text' ? part.text : '')).join('\n'));
  return { content: all, details: {} };
}

/** A server's tools as tools of pi. */
export function toolsOfServer({ name, client, tools }: ConnectedServer): readonly ToolDefinition[] {
  return tools.map((tool) => ({
    name: toolName(name, tool.name),
    label: `${name}: ${tool.title ?? tool.name}`,
    description: tool.description ?? tool.name,
    parameters: tool.inputSchema,
    execute: async (_id, params, signal) =>
      resultOf(
        await client.callTool({ name: tool.name, arguments: params }, undefined, {
          timeout: CALL_MS,
          ...(signal !== undefined && { signal }),
        }),
      ),
  }));
}

/** The names of those tools that say that they change nothing. */
export const readingTools = ({ name, tools }: ConnectedServer): readonly string[] =>
  tools
    .filter(({ annotations }) => annotations?.readOnlyHint === true)
    .map((tool) => toolName(name, tool.name));
