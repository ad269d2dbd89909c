import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { invalidInput, usageError, type ErrorIssue } from 'svc-registry/kernel';
import { asSvcError } from '../../kernel/index.js';
import { isRecord } from '../../toolbox/type-guards.js';
import { issueText } from '../cli/error-text.js';
import { printable } from '../cli/printable.js';
import { inAgentWords, type AgentWords } from './agent-words.js';

/** Adds the notes under the field that every tool's schema reserves for them. A module's own field of that name is kept. */
function withNotes(
  data: Record<string, unknown>,
  messages: readonly string[],
): Record<string, unknown> {
  if (messages.length === 0) return data;
  return { ...data, notes: [...[data['notes'] ?? []].flat(), ...messages] };
}

/** A single text block: some agents do not read all of several blocks. */
const text = (words: string): Pick<CallToolResult, 'content'> => ({
  content: [{ type: 'text', text: printable(words, false) }],
});

/** An operation's output as a tool result: the data with its notes, and the same as JSON text for clients without structured content. */
export function resultOf(
  answer: unknown,
  notes: readonly string[],
  speak: AgentWords,
): CallToolResult {
  const [output, messages] = [inAgentWords(answer, speak), notes.map(speak)];
  // without structured content, every client reads the text
  if (!isRecord(output))
    return text([output === undefined ? 'Done.' : JSON.stringify(output), ...messages].join('\n'));
  const data = withNotes(output, messages);
  return { ...text(JSON.stringify(data)), structuredContent: data };
}

interface Failure {
  readonly code: string;
  readonly message: string;
  /** Empty when no remedy is known. */
  readonly hint: string;
  readonly issues: readonly ErrorIssue[];
}

/** The hint for an invalid call whose error has none. */
const CORRECT_IT = 'Correct the parameters and call the tool again.';
const mistakes: ReadonlySet<string> = new Set([invalidInput.spec.code, usageError.spec.code]);

function wordsOf({ code, message, hint, issues }: Failure): string {
  // a single issue often only repeats the message
  const more = issues.filter((issue) => issue.message !== message);
  const lines = [`Error (${code}): ${message}`, ...more.map((issue) => `  ${issueText(issue)}`)];
  return [...lines, ...(hint === '' ? [] : [`Next: ${hint}`])].join('\n');
}

/** A failure as a tool result: it tells the agent what happened and what to do next. */
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
