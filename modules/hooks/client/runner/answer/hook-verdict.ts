import { parsedJson } from '../../../../../toolbox/parsed-json.js';
import { fieldsOf, isRecord, type Fields } from '../../../../../toolbox/type-guards.js';
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

/** The output as a JSON document, or `undefined` for anything else. */
function documentOf(text: string): Fields | undefined {
  const value = parsedJson(text);
  return isRecord(value) ? value : undefined;
}

/** A document in the words of Cursor, with underscores or formerly without, in ours; those that it has already stay. */
function inOurWords(document: Fields, event: HookEvent): Fields {
  const either = (name: string, former: string): string | undefined =>
    textOf(document[name]) ?? textOf(document[former]);
  const forModel = either('agent_message', 'agentMessage');
  const forPerson = either('user_message', 'userMessage');
  const goOn = event === 'Stop' ? either('followup_message', 'followupMessage') : undefined;
  return {
    permissionDecision: document['permission'],
    additionalContext: document['additional_context'],
    decision: goOn && 'block',
    reason: forModel ?? forPerson ?? goOn,
    systemMessage: forModel && forPerson,
    stopReason: forPerson,
    ...document,
  };
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

/** Whether a hook's answer is a truncated or otherwise invalid JSON document, so that its decision is unknown. */
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

/** The verdict of a hook that exited with 0, or with 2, which blocks with the reason on standard error. */
export function hookVerdict(
  event: HookEvent,
  { exitCode, stdout, stderr }: { exitCode: number; stdout: string; stderr: string },
): Verdict {
  const text = stdout.trim();
  const document = documentOf(text);
  const said = document === undefined ? noVerdict : ofDocument(inOurWords(document, event));
  if (exitCode === 2)
    return { ...said, decision: 'block', reasons: listOf(textOf(stderr) ?? said.reasons[0]) };
  const isContext = document === undefined && text !== '' && textIsContext.includes(event);
  return isContext ? { ...noVerdict, contexts: [text] } : said;
}
