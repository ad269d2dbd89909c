import type { AgentFacts } from '../agents.js';
import { servers, untypedServer } from './shapes.js';

const shape = { ...untypedServer, variable: '${env:NAME}', projectFolder: '${workspaceFolder}' };
const toolServers = { file: '.cursor/mcp.json', format: 'json', key: servers, shape } as const;
const hooks = {
  file: '.cursor/hooks.json',
  key: ['hooks'],
  shape: 'flat',
  always: { version: 1 },
} as const;

// its models have names of their own, and it knows no list of tools
const subagents = {
  folder: '.cursor/agents',
  extension: '.md',
  keys: ['name', 'description'],
};

export const cursor: AgentFacts = {
  display: 'Cursor',
  observed: null,
  traces: ['.cursor', '.cursorrules'],
  userTraces: ['.cursor'],
  project: {
    skills: '.agents/skills',
    rules: { kind: 'rule-files', path: '.cursor/rules', create: true },
    subagents,
    toolServers,
    hooks,
  },
  // the user's rules are kept in the program's own settings, not in a file
  user: { skills: '.agents/skills', rules: null, subagents, toolServers, hooks },
  hooks: {
    events: {
      PreToolUse: 'preToolUse',
      PostToolUse: 'postToolUse',
      UserPromptSubmit: 'beforeSubmitPrompt',
      SessionStart: 'sessionStart',
      Stop: 'stop',
    },
    entry: { type: null, command: 'command', timeout: { key: 'timeout', unit: 's' } },
    programMissing: 'goes on',
  },
};
