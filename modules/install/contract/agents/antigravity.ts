import type { AgentFacts } from '../agents.js';
import { geminiUserRules } from './gemini.js';
import { commandEntry, servers, untypedServer } from './shapes.js';

// every member of the file is a named hook, and maps events
const hooks = { key: ['svc'], shape: 'tool-groups' } as const;

export const antigravity: AgentFacts = {
  display: 'Antigravity',
  observed: null,
  traces: ['.agents/mcp_config.json', '.agents/hooks.json'],
  userTraces: ['.gemini/antigravity-cli', '.gemini/config'],
  project: {
    skills: '.agents/skills',
    rules: { kind: 'reference', path: 'AGENTS.md', create: false },
    toolServers: {
      file: '.agents/mcp_config.json',
      format: 'json',
      key: servers,
      shape: untypedServer,
    },
    hooks: { file: '.agents/hooks.json', ...hooks },
  },
  user: {
    skills: '.gemini/antigravity-cli/skills',
    rules: geminiUserRules,
    toolServers: {
      file: '.gemini/config/mcp_config.json',
      format: 'json',
      key: servers,
      shape: { stdioType: null, http: { type: 'http', url: 'serverUrl', headers: 'headers' } },
    },
    hooks: { file: '.gemini/config/hooks.json', ...hooks },
  },
  hooks: {
    events: {
      PreToolUse: 'PreToolUse',
      PostToolUse: 'PostToolUse',
      SessionStart: 'SessionStart',
      Stop: 'Stop',
    },
    entry: commandEntry,
    // from reports, not observed, as in its dialect: a hook that is missing must not stop its user
    programMissing: 'refuses',
    passes: {
      PreToolUse: '{"decision":"allow"}',
      PostToolUse: '{}',
      SessionStart: '{}',
      Stop: '{}',
    },
  },
};
