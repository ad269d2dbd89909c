import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { asSvcError, invalidInput, usageError, type ErrorIssue } from 'svc-registry/kernel';
import { isRecord } from '../../toolbox/type-guards.js';
import { issueText } from '../cli/error-text.js';
import { printable } from '../cli/printable.js';
import { inAgentWords, type AgentWords } from './agent-words.js';

/** What there is to say besides, under the field that every tool's schema has for it. A module's own field of that name stays. */
function withNotes(
  data: Record<string, unknown>,
  messages: readonly string[],
): Record<string, unknown> {
  if (messages.length === 0) return data;
  return { ...data, notes: [...[data['notes'] ?? []].flat(), ...messages] };
}

/** One text: several would reach only a part of the agents whole. */
const text = (words: string): Pick<CallToolResult, 'content'> => ({
  content: [{ type: 'text', text: printable(words, false) }],
});

/** An operation's output as a tool's answer: the data with its notes, and the same as JSON for clients that read text alone. */
export function resultOf(
  answer: unknown,
  notes: readonly string[],
  speak: AgentWords,
): CallToolResult {
  const [output, messages] = [inAgentWords(answer, speak), notes.map(speak)];
  // with no structured content, every client reads the text
  if (!isRecord(output))
    return text([output === undefined ? 'Done.' : JSON.stringify(output), ...messages].join('\n'));
  const data = withNotes(output, messages);
  return { ...text(JSON.stringify(data)), structuredContent: data };
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
  return [...lines, ...(hint === '' ? [] : [`Next: ${hint}`])].join('\n');
}

/** A failure as a tool's answer: the agent reads what happened and what to do next. */
export function errorResult(
  thrown: unknown,
  notes: readonly string[],
  speak: AgentWords,
): CallToolResult {
  const failure = asSvcError(thrown);
  const { code, details } = failure;
  const [message, messages] = [speak(failure.message), notes.map(speak)];
  const hint = speak(failure.hint ?? (mistakes.has(code) ? CORRECT_IT : ''));
  const issues = failure.issues.map((issue) => ({ ...issue, message: speak(issue.message) }));
  const error = {
    ...details,
    code,
    message,
    ...(hint === '' ? {} : { hint }),
    ...(issues.length === 0 ? {} : { issues }),
  };
  const words = [wordsOf({ code, message, hint, issues }), ...messages].join('\n');
  return { isError: true, ...text(words), structuredContent: withNotes({ error }, messages) };
}
