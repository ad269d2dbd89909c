import { claude } from './claude.js';
import type { Dialect } from './dialect.js';

/** Qwen Code 0.24: the payload and the answers of Claude Code, with the tools of Gemini CLI, from which it was forked. */
export const qwenCode: Dialect = {
  ...claude,
  id: 'qwen-code',
  agents: ['qwen-code'],
  fields: {},
  tools: {
    run_shell_command: ['Bash'],
    read_file: ['Read'],
    write_file: ['Write'],
    edit: ['Edit'],
    notebook_edit: ['NotebookEdit'],
    glob: ['Glob'],
    grep_search: ['Grep'],
    list_directory: ['LS'],
    web_fetch: ['WebFetch'],
    web_search: ['WebSearch'],
    agent: ['Task'],
    skill: ['Skill'],
  },
  projectVariables: ['QWEN_PROJECT_DIR'],
  // a turn that goes on after a tool raises the event once more, without a prompt
  happens: (event, { prompt }) => event !== 'UserPromptSubmit' || prompt !== '',
};
