import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { internalError, isSvcError } from 'svc-registry/kernel';

type Text = { readonly type: 'text'; readonly text: string };

const text = (content: string): Text => ({ type: 'text', text: content });

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** An operation's output as a tool's answer: JSON as text and as data, then what there is to say about it. */
export function resultOf(output: unknown, messages: readonly string[]): CallToolResult {
  const content = [text(output === undefined ? 'Done.' : JSON.stringify(output, null, 2)), ...messages.map(text)];
  // what travels is what JSON makes of the output
  return { content, ...(isObject(output) ? { structuredContent: JSON.parse(JSON.stringify(output)) as Record<string, unknown> } : {}) };
}

/** A failure as a tool's answer: the agent reads what happened and what to do next. */
export function errorResult(thrown: unknown, messages: readonly string[]): CallToolResult {
  const { code, message, hint, issues, details } = isSvcError(thrown) ? thrown : internalError(undefined, { cause: thrown });
  const error = { ...details, code, message, ...(hint === undefined ? {} : { hint }), ...(issues.length === 0 ? {} : { issues }) };
  return { isError: true, content: [text(JSON.stringify({ error }, null, 2)), ...messages.map(text)], structuredContent: { error } };
}
