import { joined } from '../answer/verdict.js';
import { claudeDocument } from './claude.js';
import { hasText, type Dialect } from './dialect.js';

const nativeEvents = new Set([
  'BeforeTool',
  'AfterTool',
  'BeforeAgent',
  'AfterAgent',
  'SessionStart',
]);

/** Gemini CLI 0.61. Its standard output may contain JSON only. */
export const gemini: Dialect = {
  id: 'gemini',
  agents: ['gemini'],
  recognises: (payload) =>
    hasText(payload, 'hook_event_name') && nativeEvents.has(payload['hook_event_name'] as string),
  fields: {},
  tools: {
    run_shell_command: ['Bash'],
    read_file: ['Read'],
    read_many_files: ['Read'],
    write_file: ['Write'],
    replace: ['Edit'],
    glob: ['Glob'],
    grep_search: ['Grep'],
    search_file_content: ['Grep'],
    web_fetch: ['WebFetch'],
    google_web_search: ['WebSearch'],
  },
  toolServers: {
    pattern: /^mcp_(?<server>[^_]+)_(?<tool>.+)$/,
    reported: { server: 'mcp_context.server_name', tool: 'mcp_context.tool_name' },
  },
  inputs: { absolute_path: 'file_path' },
  projectVariables: ['GEMINI_PROJECT_DIR'],
  takes: {
    block: ['PreToolUse', 'PostToolUse', 'UserPromptSubmit', 'Stop'],
    ask: ['PreToolUse'],
    allow: ['PreToolUse'],
    context: ['PostToolUse', 'UserPromptSubmit', 'SessionStart'],
    stop: ['PreToolUse', 'PostToolUse', 'UserPromptSubmit', 'Stop'],
  },
  failureExit: 0,
  tellsFailures: true,
  reply: ({ decision, reasons, messages, ...rest }, event) => {
    // when asked, the person sees the message but not the reason
    const shown = decision === 'ask' ? [...messages, ...reasons] : messages;
    const common = claudeDocument(
      { ...rest, messages: shown, decision: undefined, reasons: [] },
      event,
    );
    if (decision === undefined) return { exitCode: 0, document: common };
    const own = {
      decision: decision === 'block' ? 'deny' : decision,
      ...(reasons.length > 0 && { reason: joined(reasons) }),
    };
    return { exitCode: 0, document: { ...own, ...common } };
  },
};
