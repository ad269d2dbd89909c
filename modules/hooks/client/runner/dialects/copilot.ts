import { joined } from '../answer/verdict.js';
import { claude, claudeDocument } from './claude.js';
import { hasText, type Dialect } from './dialect.js';

const inputs = {
  path: 'file_path',
  old_str: 'old_string',
  new_str: 'new_string',
  file_text: 'content',
};

/** GitHub Copilot CLI 1.0, for entries in its own files: a payload without the event's name. */
export const copilot: Dialect = {
  id: 'copilot',
  agents: ['copilot'],
  recognises: (payload) =>
    (hasText(payload, 'toolName') || hasText(payload, 'sessionId')) &&
    !hasText(payload, 'hookEventName') &&
    !hasText(payload, 'hook_event_name'),
  fields: {
    session_id: ['sessionId'],
    tool_name: ['toolName'],
    tool_input: ['toolArgs'],
    tool_response: ['toolResult'],
    tool_use_id: ['toolCallId'],
    transcript_path: ['transcriptPath'],
  },
  tools: {
    bash: ['Bash'],
    powershell: ['Bash'],
    view: ['Read'],
    create: ['Write'],
    edit: ['Edit'],
    str_replace: ['Edit'],
    glob: ['Glob'],
    grep: ['Grep'],
    rg: ['Grep'],
    web_fetch: ['WebFetch'],
    web_search: ['WebSearch'],
    task: ['Task'],
  },
  toolServers: undefined,
  inputs,
  projectVariables: ['COPILOT_PROJECT_DIR'],
  takes: {
    block: ['PreToolUse', 'PostToolUse', 'UserPromptSubmit', 'Stop'],
    ask: ['PreToolUse'],
    allow: ['PreToolUse'],
    context: ['PreToolUse', 'PostToolUse', 'UserPromptSubmit', 'SessionStart'],
    stop: [],
  },
  failureExit: 0,
  reply: ({ decision, reasons, contexts }, event) => {
    const permission = {
      permissionDecision: decision === 'block' ? 'deny' : decision,
      permissionDecisionReason: joined(reasons),
    };
    const document = {
      ...(decision !== undefined &&
        (event === 'PreToolUse' ? permission : { decision, reason: joined(reasons) })),
      ...(contexts.length > 0 && { additionalContext: joined(contexts) }),
    };
    return { exitCode: 0, document: Object.keys(document).length === 0 ? undefined : document };
  },
};

/**
 * The same program with an entry in Claude Code's file, whose payload it then imitates. Observed with 1.0.102: any exit code but 0 refuses the
 * tool, and the reason is lost. It reads nested answers for `PreToolUse` only; for other events it expects its own flat ones.
 */
export const copilotInClaudeFile: Dialect = {
  ...copilot,
  agents: [],
  recognises: claude.recognises,
  fields: claude.fields,
  tools: { Agent: ['Task'] },
  projectVariables: [...copilot.projectVariables, ...claude.projectVariables],
  reply: (verdict, event) =>
    event === 'PreToolUse'
      ? { exitCode: 0, document: claudeDocument(verdict, event) }
      : copilot.reply(verdict, event),
};

/**
 * Copilot in VS Code, according to its documentation: common fields are named in either style. It reads the same files as the command-line
 * program.
 */
export const copilotVscode: Dialect = {
  ...claude,
  id: 'copilot-vscode',
  agents: ['copilot-vscode'],
  recognises: (payload) => hasText(payload, 'hookEventName') || hasText(payload, 'hook_event_name'),
  fields: { ...claude.fields, session_id: ['session_id', 'sessionId'] },
  tools: {
    run_in_terminal: ['Bash'],
    runInTerminal: ['Bash'],
    runTerminalCommand: ['Bash'],
    read_file: ['Read'],
    readFile: ['Read'],
    create_file: ['Write'],
    createFile: ['Write'],
    editFiles: ['Edit'],
    insert_edit_into_file: ['Edit'],
    replace_string_in_file: ['Edit'],
    multi_replace_string_in_file: ['Edit'],
    apply_patch: ['Edit', 'Write'],
    file_search: ['Glob'],
    fileSearch: ['Glob'],
    grep_search: ['Grep'],
    textSearch: ['Grep'],
    fetch_webpage: ['WebFetch'],
    fetch: ['WebFetch'],
    runSubagent: ['Task'],
  },
  patches: { tool: 'apply_patch', inShell: false },
  toolServers: { pattern: /^mcp_(?<server>[^_]+)_(?<tool>.+)$/ },
  inputs: { ...inputs, filePath: 'file_path', oldString: 'old_string', newString: 'new_string' },
  projectVariables: [],
};
