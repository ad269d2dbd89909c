import { fieldsOf, type Fields } from '../../../../../toolbox/type-guards.js';
import type { HookEvent } from '../../../../install/contract/hook-events.js';
import { noVerdict, type Decision, type Verdict } from './verdict.js';

/** Events at which plain text on standard output is meant for the model. */
const textIsContext: readonly HookEvent[] = ['SessionStart', 'UserPromptSubmit'];

const decisions: Readonly<Record<string, Decision>> = {
  block: 'block',
  deny: 'block',
  ask: 'ask',
  allow: 'allow',
  approve: 'allow',
};

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
const listOf = (text: string | undefined): readonly string[] => (text === undefined ? [] : [text]);

/** A document, or `undefined` where the output is something else. */
function documentOf(text: string): Fields | undefined {
  if (!text.startsWith('{')) return undefined;
  try {
    return JSON.parse(text) as Fields;
  } catch {
    return undefined; // text that happens to begin with a brace is text
  }
}

function ofDocument(document: Fields): Verdict {
  const specific = fieldsOf(document['hookSpecificOutput']);
  const either = (name: string): unknown => specific[name] ?? document[name];
  const said = textOf(either('permissionDecision')) ?? textOf(document['decision']);
  const decision =
    said !== undefined && Object.hasOwn(decisions, said) ? decisions[said] : undefined;
  const reason = textOf(either('permissionDecisionReason')) ?? textOf(document['reason']);
  return {
    decision,
    reasons: decision === undefined ? [] : listOf(reason),
    contexts: listOf(textOf(either('additionalContext'))),
    messages: listOf(textOf(document['systemMessage'])),
    stop: document['continue'] === false ? (textOf(document['stopReason']) ?? '') : undefined,
  };
}

/** Whether a hook answers with a document that was cut off or is otherwise no JSON: what it decided is then not known. */
export function isBrokenAnswer(
  event: HookEvent,
  { exitCode, stdout }: { exitCode: number; stdout: string },
): boolean {
  const text = stdout.trim();
  return (
    exitCode === 0 &&
    !textIsContext.includes(event) &&
    text.startsWith('{') &&
    documentOf(text) === undefined
  );
}

/** What a hook says that ended by itself with 0, or with 2, which blocks. Its reason is then on standard error. */
export function hookVerdict(
  event: HookEvent,
  { exitCode, stdout, stderr }: { exitCode: number; stdout: string; stderr: string },
): Verdict {
  const text = stdout.trim();
  const document = documentOf(text);
  const said = document === undefined ? noVerdict : ofDocument(document);
  if (exitCode === 2)
    return { ...said, decision: 'block', reasons: listOf(textOf(stderr) ?? said.reasons[0]) };
  const isContext = document === undefined && text !== '' && textIsContext.includes(event);
  return isContext ? { ...noVerdict, contexts: [text] } : said;
}
