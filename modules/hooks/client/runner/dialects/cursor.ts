import type { HookEvent } from '../../../../install/contract/hook-events.js';
import { joined, type Verdict } from '../answer/verdict.js';
import { hasText, type Dialect } from './dialect.js';

const permissions = { block: 'deny', ask: 'ask', allow: 'allow' } as const;

/** The answer differs for each event. */
const answers: Readonly<Record<HookEvent, (verdict: Verdict) => object | undefined>> = {
  PreToolUse: ({ decision, reasons }) => {
    if (decision === undefined) return undefined;
    const messages =
      reasons.length === 0 ? {} : { user_message: joined(reasons), agent_message: joined(reasons) };
    return { permission: permissions[decision], ...messages };
  },
  UserPromptSubmit: ({ decision, reasons }) =>
    decision === 'block' ? { continue: false, user_message: joined(reasons) } : undefined,
  PostToolUse: ({ contexts }) =>
    contexts.length > 0 ? { additional_context: joined(contexts) } : undefined,
  SessionStart: ({ contexts }) =>
    contexts.length > 0 ? { additional_context: joined(contexts) } : undefined,
  Stop: ({ decision, reasons }) =>
    decision === 'block' ? { followup_message: joined(reasons) } : undefined,
};

/** Cursor, according to its documentation. */
export const cursor: Dialect = {
  id: 'cursor',
  agents: ['cursor'],
  recognises: (payload) => hasText(payload, 'conversation_id'),
  fields: {
    session_id: ['session_id', 'conversation_id'],
    cwd: ['cwd', 'tool_input.working_directory', 'workspace_roots.0'],
    tool_response: ['tool_output', 'tool_response'],
  },
  tools: {
    Shell: ['Bash'],
    // a single tool both writes whole files and edits them
    Write: ['Write', 'Edit'],
    StrReplace: ['Edit'],
  },
  toolServers: { pattern: /^MCP:(?:(?<server>[^:]+):)?(?<tool>.+)$/ },
  inputs: { path: 'file_path', target_file: 'file_path' },
  projectVariables: ['CURSOR_PROJECT_DIR'],
  takes: {
    block: ['PreToolUse', 'UserPromptSubmit', 'Stop'],
    ask: ['PreToolUse'],
    allow: ['PreToolUse'],
    context: ['PostToolUse', 'SessionStart'],
    stop: [],
  },
  failureExit: 0,
  reply: (verdict, event) => ({ exitCode: 0, document: answers[event](verdict) }),
};
