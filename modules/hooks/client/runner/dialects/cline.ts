import { joined } from '../answer/verdict.js';
import { hasText, type Dialect } from './dialect.js';

/** Cline 3.0 on the command line. It reads a document whatever the exit code is. */
export const cline: Dialect = {
  id: 'cline',
  agents: ['cline'],
  recognises: (payload) => hasText(payload, 'taskId') && hasText(payload, 'hookName'),
  fields: {
    session_id: ['taskId'],
    cwd: ['workspaceRoots.0'],
    tool_name: ['tool_call.name', 'tool_result.name'],
    tool_input: ['tool_call.input', 'tool_result.input'],
    tool_response: ['tool_result.output'],
    tool_use_id: ['tool_call.id', 'tool_result.id'],
    prompt: ['userPromptSubmit.prompt'],
  },
  tools: {
    run_commands: ['Bash'],
    execute_command: ['Bash'],
    read_files: ['Read'],
    read_file: ['Read'],
    editor: ['Edit', 'Write'],
    apply_patch: ['Edit', 'Write'],
    write_to_file: ['Write'],
    replace_in_file: ['Edit'],
    search_codebase: ['Grep'],
    search_files: ['Grep'],
    fetch_web_content: ['WebFetch'],
    skills: ['Skill'],
  },
  toolServers: { pattern: /^(?<server>.+?)__(?<tool>.+)$/ },
  inputs: { commands: 'command', path: 'file_path' },
  patches: { tool: 'apply_patch', inShell: false },
  projectVariables: [],
  takes: {
    block: ['PreToolUse', 'UserPromptSubmit'],
    ask: [],
    allow: [],
    context: ['PreToolUse', 'PostToolUse', 'UserPromptSubmit', 'SessionStart'],
    stop: [],
  },
  failureExit: 0,
  reply: ({ decision, reasons, contexts }) => ({
    exitCode: 0,
    document: {
      cancel: decision === 'block',
      ...(decision === 'block' && { errorMessage: joined(reasons) }),
      ...(contexts.length > 0 && { contextModification: joined(contexts) }),
    },
  }),
};
