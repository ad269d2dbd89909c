import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { internalError, invalidInput, isSvcError, usageError, type ErrorIssue, type TextStyle } from 'svc-registry/kernel';
import { issueText } from '../cli/error-text.js';
import { printable } from '../cli/printable.js';

type Text = { readonly type: 'text'; readonly text: string };

const text = (content: string): Text => ({ type: 'text', text: content });

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

const plain = (words: string): string => words;

/** Text without colours, on lines as long as they need to be. */
export const toolStyle: TextStyle = { width: 500, bold: plain, dim: plain, red: plain, green: plain, yellow: plain, cyan: plain };

/** An operation's output, and how its module puts it into words. */
export interface Answer {
  readonly output: unknown;
  /** `undefined` where the data speaks for itself. */
  readonly words?: string | undefined;
}

/** Where texts of the command line name its way to sign in, the agent has a tool. */
function forAgents(words: string): string {
  return words.replaceAll('`svc login`', 'the tool `login`');
}

const said = (messages: readonly string[]): Text[] => messages.map((message) => text(printable(forAgents(message), false)));

/**
 * An operation's output as a tool's answer: words that people read, what else there is to say, and the data, for clients that read it from
 * there and for those that read text alone.
 */
export function resultOf({ output, words }: Answer, messages: readonly string[]): CallToolResult {
  if (output === undefined) return { content: [text('Done.'), ...said(messages)] };
  if (words === undefined) return { content: [text(JSON.stringify(output, null, 2)), ...said(messages)], ...structured(output) };
  return { content: [text(printable(words, false)), ...said(messages), text(JSON.stringify(output))], ...structured(output) };
}

function structured(output: unknown): Pick<CallToolResult, 'structuredContent'> {
  return isObject(output) ? { structuredContent: output } : {};
}

interface Failure {
  readonly code: string;
  readonly message: string;
  /** Empty where nothing can be done. */
  readonly hint: string;
  readonly issues: readonly ErrorIssue[];
}

/** What to do about a call that makes no sense, where its refusal does not say. */
const CORRECT_IT = 'Correct the parameters and call the tool again.';
const mistakes: ReadonlySet<string> = new Set([invalidInput.spec.code, usageError.spec.code]);

function wordsOf({ code, message, hint, issues }: Failure): string {
  // a lone issue is often the message once more
  const more = issues.filter((issue) => issue.message !== message);
  const lines = [`Error (${code}): ${message}`, ...more.map((issue) => `  ${issueText(issue)}`)];
  return printable([...lines, ...(hint === '' ? [] : [`Next: ${hint}`])].join('\n'), false);
}

/** A failure as a tool's answer: the agent reads what happened and what to do next. */
export function errorResult(thrown: unknown, messages: readonly string[]): CallToolResult {
  const { code, message, hint: advice, issues, details } = isSvcError(thrown) ? thrown : internalError(undefined, { cause: thrown });
  const hint = forAgents(advice ?? (mistakes.has(code) ? CORRECT_IT : ''));
  const error = { ...details, code, message, ...(hint === '' ? {} : { hint }), ...(issues.length === 0 ? {} : { issues }) };
  return { isError: true, content: [text(wordsOf({ code, message, hint, issues })), ...said(messages)], structuredContent: { error } };
}
