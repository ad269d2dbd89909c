import type { AgentFacts, ToolServerShape } from '../agents.js';

const shape: ToolServerShape = {
  stdioType: 'local',
  http: { type: 'remote', url: 'url', headers: 'headers' },
  command: 'array',
  env: 'environment',
  variable: '{env:NAME}',
  always: { enabled: true },
};
const key = ['mcp'];
const hooks = { key: [], shape: 'module' } as const;
/** It refuses to start over front matter that it does not know: `tools` and `model` have forms of their own there, and `color` a shorter list. */
const subagents = {
  extension: '.md',
  keys: ['name', 'description'],
  always: { mode: 'subagent' },
};

export const opencode: AgentFacts = {
  display: 'OpenCode',
  observed: '1.18.33',
  traces: ['.opencode', 'opencode.json', 'opencode.jsonc'],
  userTraces: ['.config/opencode'],
  homeVariable: { name: 'XDG_CONFIG_HOME', folder: '.config' },
  project: {
    skills: '.agents/skills',
    rules: { kind: 'text', path: 'AGENTS.md', create: false },
    subagents: { folder: '.opencode/agents', ...subagents },
    toolServers: {
      file: 'opencode.json',
      format: 'json',
      key,
      shape,
      unless: { file: 'opencode.jsonc', key },
    },
    hooks: { file: '.opencode/plugins/svc.js', ...hooks },
  },
  user: {
    skills: '.agents/skills',
    rules: { kind: 'text', path: '.config/opencode/AGENTS.md', create: true },
    subagents: { folder: '.config/opencode/agents', ...subagents },
    toolServers: {
      file: '.config/opencode/opencode.json',
      format: 'json',
      key,
      shape,
      unless: { file: '.config/opencode/opencode.jsonc', key },
    },
    hooks: { file: '.config/opencode/plugins/svc.js', ...hooks },
  },
  hooks: {
    events: {
      PreToolUse: 'tool.execute.before',
      PostToolUse: 'tool.execute.after',
      UserPromptSubmit: 'chat.message',
      SessionStart: 'session.created',
      Stop: 'session.idle',
    },
    entry: null,
    programMissing: 'goes on',
  },
  skillLoader: { identity: 'name', drops: ['no-description', 'no-front-matter'] },
};
