import type { AgentFacts } from '../agents.js';
import { commandEntry, sameEvents, servers, typedServer } from './shapes.js';

const toolServers = {
  file: '.factory/mcp.json',
  format: 'json',
  key: servers,
  shape: typedServer,
} as const;
// the whole file is the map of events
const hooks = { file: '.factory/hooks.json', key: [], shape: 'groups' } as const;
const subagents = { folder: '.factory/droids', extension: '.md' };

export const droid: AgentFacts = {
  display: 'Factory Droid',
  observed: '0.215.0',
  traces: ['.factory'],
  userTraces: ['.factory'],
  project: {
    skills: '.agents/skills',
    rules: { kind: 'text', path: 'AGENTS.md', create: false, also: ['CLAUDE.md'] },
    subagents,
    toolServers,
    hooks,
  },
  user: {
    skills: '.agents/skills',
    rules: { kind: 'text', path: '.factory/AGENTS.md', create: true },
    subagents,
    toolServers,
    hooks,
  },
  // it notes it in its log; its shell on Windows is not known
  hooks: { events: sameEvents, entry: commandEntry, programMissing: 'goes on' },
};
