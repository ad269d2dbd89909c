import { joined } from '../answer/verdict.js';
import { claude } from './claude.js';
import type { Dialect } from './dialect.js';

/**
 * OpenCode 1.18, through the plugin that the installer writes: that speaks the documented payload, with OpenCode's names of tools and inputs, and
 * reads `decision`, `reason` and `additionalContext`. At `Stop` nothing is left to be stopped.
 */
export const opencode: Dialect = {
  ...claude,
  id: 'opencode',
  agents: ['opencode'],
  fields: {},
  tools: {
    bash: ['Bash'],
    read: ['Read'],
    write: ['Write'],
    edit: ['Edit'],
    apply_patch: ['Edit', 'Write'],
    glob: ['Glob'],
    grep: ['Grep'],
    list: ['LS'],
    webfetch: ['WebFetch'],
    websearch: ['WebSearch'],
    task: ['Task'],
    todowrite: ['TodoWrite'],
    skill: ['Skill'],
  },
  toolServers: { pattern: /^(?<server>[^_]+)_(?<tool>.+)$/ },
  inputs: { filePath: 'file_path', oldString: 'old_string', newString: 'new_string' },
  patches: { tool: 'apply_patch', inShell: false },
  projectVariables: [],
  takes: {
    block: ['PreToolUse', 'UserPromptSubmit'],
    ask: [],
    allow: [],
    context: ['PostToolUse', 'UserPromptSubmit', 'SessionStart'],
    stop: [],
  },
  failureExit: 0,
  reply: ({ decision, reasons, contexts }) => {
    const document = {
      ...(decision === 'block' && { decision, reason: joined(reasons) }),
      ...(contexts.length > 0 && { additionalContext: joined(contexts) }),
    };
    return { exitCode: 0, document: Object.keys(document).length === 0 ? undefined : document };
  },
};
