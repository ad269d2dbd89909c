import type { AgentFacts } from '../agents.js';

const hooks = { key: [], shape: 'executables' } as const;

export const cline: AgentFacts = {
  display: 'Cline',
  observed: '3.0.65',
  traces: ['.clinerules', '.cline'],
  userTraces: ['.cline'],
  project: {
    skills: '.agents/skills',
    rules: { kind: 'text', path: 'AGENTS.md', create: false },
    // it reads tool servers of the user alone
    toolServers: null,
    hooks: { file: '.clinerules/hooks', ...hooks },
  },
  user: {
    skills: '.agents/skills',
    rules: { kind: 'text', path: '.agents/AGENTS.md', create: true },
    toolServers: {
      file: '.cline/data/settings/cline_mcp_settings.json',
      format: 'json',
      key: ['mcpServers'],
      shape: {
        stdioType: null,
        http: { type: 'streamableHttp', url: 'url', headers: 'headers' },
      },
    },
    hooks: { file: '.cline/hooks', ...hooks },
  },
  hooks: {
    events: {
      PreToolUse: 'PreToolUse',
      PostToolUse: 'PostToolUse',
      UserPromptSubmit: 'UserPromptSubmit',
      SessionStart: 'TaskStart',
      Stop: 'TaskComplete',
    },
    entry: null,
    programMissing: 'goes on',
  },
};
