import type { AgentFacts, AgentPaths, HookFacts } from '../agents.js';
import { servers, typedServer } from './shapes.js';

const always = { version: 1 };
/** Both the program on the command line and the one in VS Code read this. */
export const copilotHooks: HookFacts = {
  events: {
    PreToolUse: 'preToolUse',
    PostToolUse: 'postToolUse',
    UserPromptSubmit: 'userPromptSubmitted',
    SessionStart: 'sessionStart',
    Stop: 'agentStop',
  },
  entry: {
    type: 'command',
    command: 'bash',
    powershell: 'powershell',
    timeout: { key: 'timeoutSec', unit: 's' },
  },
  programMissing: 'refuses',
};
export const copilotHookFile = {
  file: '.github/hooks/svc.json',
  key: ['hooks'],
  shape: 'flat',
  always,
} as const;
export const copilotSubagents = { folder: '.github/agents', extension: '.agent.md' };
export const copilotUserPaths: AgentPaths = {
  skills: '.agents/skills',
  // it imports nothing from outside its own folder
  rules: { kind: 'text', path: '.copilot/copilot-instructions.md', create: true },
  subagents: { ...copilotSubagents, folder: '.copilot/agents' },
  toolServers: {
    file: '.copilot/mcp-config.json',
    format: 'json',
    key: servers,
    shape: { ...typedServer, stdioType: 'local', always: { tools: ['*'] } },
  },
  hooks: { file: '.copilot/hooks/svc.json', key: ['hooks'], shape: 'flat', always },
};

export const copilot: AgentFacts = {
  display: 'GitHub Copilot CLI',
  observed: '1.0.102',
  traces: [
    '.github/mcp.json',
    '.github/skills',
    '.github/hooks',
    '.github/copilot-instructions.md',
  ],
  userTraces: ['.copilot'],
  homeVariable: { name: 'COPILOT_HOME', folder: '.copilot' },
  project: {
    skills: '.agents/skills',
    rules: {
      kind: 'reference',
      path: 'AGENTS.md',
      create: false,
      also: ['CLAUDE.md', 'GEMINI.md'],
    },
    subagents: copilotSubagents,
    toolServers: {
      file: '.github/mcp.json',
      format: 'json',
      key: servers,
      shape: typedServer,
      startsBelow: true,
      unless: { file: '.mcp.json', key: servers },
    },
    hooks: copilotHookFile,
  },
  user: copilotUserPaths,
  hooks: copilotHooks,
  skillLoader: { identity: 'name', drops: ['unquoted-colon', 'no-front-matter'] },
  // observed: .github before the others; the rest of the order is not
  skillFolders: {
    looksIn: [
      '.github/skills',
      '.agents/skills',
      '.claude/skills',
      '~/.copilot/skills',
      '~/.agents/skills',
    ],
    sameName: 'first',
  },
};
