import type { AgentFacts } from '../agents.js';
import { commandEntry, sameEvents } from './shapes.js';

const hooks = { file: '.openhands/hooks.json', key: ['hooks'], shape: 'groups' } as const;

export const openhands: AgentFacts = {
  display: 'OpenHands',
  observed: null,
  traces: ['.openhands'],
  userTraces: ['.openhands'],
  project: {
    skills: '.openhands/skills',
    rules: { kind: 'reference', path: 'AGENTS.md', create: false },
    toolServers: null,
    hooks,
  },
  // its hooks are read in projects that have no such file of their own
  user: { skills: '.openhands/skills', rules: null, toolServers: null, hooks },
  hooks: { events: sameEvents, entry: commandEntry, programMissing: 'goes on' },
};
