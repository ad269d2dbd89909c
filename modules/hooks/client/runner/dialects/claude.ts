import type { HookEvent } from '../../../../install/contract/hook-events.js';
import { joined, type Reply, type Verdict } from '../answer/verdict.js';
import { hasText, type Dialect } from './dialect.js';

const notStop: readonly HookEvent[] = [
  'PreToolUse',
  'PostToolUse',
  'UserPromptSubmit',
  'SessionStart',
];
const notSessionStart: readonly HookEvent[] = [
  'PreToolUse',
  'PostToolUse',
  'UserPromptSubmit',
  'Stop',
];
const always: readonly HookEvent[] = [...notStop, 'Stop'];

const textOf = (texts: readonly string[]): string | undefined =>
  texts.length === 0 ? undefined : joined(texts);

/** Removes members without a value; `undefined` when none is left. */
function document(members: Readonly<Record<string, unknown>>): object | undefined {
  const given = Object.entries(members).filter(([, value]) => value !== undefined);
  return given.length === 0 ? undefined : Object.fromEntries(given);
}

function decisionMembers(
  { decision, reasons }: Verdict,
  event: HookEvent,
): { readonly specific: object; readonly common: object } {
  const reason = textOf(reasons);
  if (decision === undefined) return { specific: {}, common: {} };
  if (event !== 'PreToolUse')
    return { specific: {}, common: decision === 'block' ? { decision, reason } : {} };
  const permissionDecision = decision === 'block' ? 'deny' : decision;
  return { specific: { permissionDecision, permissionDecisionReason: reason }, common: {} };
}

/** The document that agents of this family read on standard output when the process exits with 0. */
export function claudeDocument(verdict: Verdict, event: HookEvent): object | undefined {
  const { contexts, messages, stop } = verdict;
  const { specific, common } = decisionMembers(verdict, event);
  const hookSpecificOutput = document({ ...specific, additionalContext: textOf(contexts) });
  return document({
    ...(stop !== undefined && { continue: false, stopReason: stop }),
    ...common,
    systemMessage: textOf(messages),
    hookSpecificOutput: hookSpecificOutput && { hookEventName: event, ...hookSpecificOutput },
  });
}

/** Blocks by exit code, which every tested agent of the family honours, even for entries in another agent's files. */
export function claudeReply(verdict: Verdict, event: HookEvent): Reply {
  if (verdict.decision === 'block' && verdict.stop === undefined) {
    // with this exit code, agents read only standard error
    return { exitCode: 2, reason: joined([...verdict.reasons, ...verdict.contexts]) };
  }
  return { exitCode: 0, document: claudeDocument(verdict, event) };
}

/** Claude Code 2.1, whose payload is the documented one that the others are converted to. */
export const claude: Dialect = {
  id: 'claude',
  agents: ['claude-code'],
  recognises: (payload) => hasText(payload, 'hook_event_name'),
  // Copilot uses the second name, for entries in Claude's files
  fields: { tool_response: ['tool_response', 'tool_result'] },
  tools: {},
  toolServers: undefined,
  inputs: {},
  projectVariables: ['CLAUDE_PROJECT_DIR'],
  takes: {
    block: notSessionStart,
    ask: ['PreToolUse'],
    allow: ['PreToolUse'],
    context: notStop,
    stop: always,
  },
  failureExit: 1,
  reply: claudeReply,
};

/** Codex 0.171: the same payload, except that `tool_response` is text. It rejects a whole answer with any unknown member. */
export const codex: Dialect = {
  ...claude,
  id: 'codex',
  agents: ['codex'],
  // matchers may use either name, as in the agent's own hooks
  tools: { apply_patch: ['Edit', 'Write'] },
  // observed: `apply_patch <<'EOF'` in a command is taken for a call of the tool, while hooks are told of the command
  patches: { tool: 'apply_patch', inShell: true },
  projectVariables: [],
  takes: {
    block: notSessionStart,
    ask: [],
    allow: [],
    context: notStop,
    stop: ['PostToolUse', 'UserPromptSubmit', 'SessionStart', 'Stop'],
  },
};

/** OpenHands, according to its documentation: it blocks by exit code and reads a flat document. */
export const openhands: Dialect = {
  ...claude,
  id: 'openhands',
  agents: ['openhands'],
  recognises: (payload) => hasText(payload, 'event_type'),
  fields: { cwd: ['working_dir'], prompt: ['message'] },
  tools: {
    terminal: ['Bash'],
    execute_bash: ['Bash'],
    file_editor: ['Edit', 'Write', 'Read'],
    str_replace_editor: ['Edit', 'Write', 'Read'],
  },
  inputs: { path: 'file_path', old_str: 'old_string', new_str: 'new_string', file_text: 'content' },
  projectVariables: ['OPENHANDS_PROJECT_DIR'],
  takes: {
    block: ['PreToolUse', 'UserPromptSubmit', 'Stop'],
    ask: [],
    allow: [],
    context: ['UserPromptSubmit'],
    stop: [],
  },
  reply: (verdict, event) => {
    if (verdict.decision === 'block') return claudeReply(verdict, event);
    return {
      exitCode: 0,
      document:
        verdict.contexts.length > 0 ? { additionalContext: joined(verdict.contexts) } : undefined,
    };
  },
};
