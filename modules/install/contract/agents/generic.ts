import type { AgentFacts } from '../agents.js';

/** All agents that read `.agents/skills` and `AGENTS.md` and have no id of their own. */
export const generic: AgentFacts = {
  display: 'Agents that read .agents/skills and AGENTS.md',
  observed: null,
  traces: ['.agents', 'AGENTS.md'],
  userTraces: ['.agents'],
  project: {
    skills: '.agents/skills',
    rules: { kind: 'reference', path: 'AGENTS.md', create: false },
    toolServers: null,
    hooks: null,
  },
  user: {
    skills: '.agents/skills',
    rules: { kind: 'text', path: '.agents/AGENTS.md', create: true },
    toolServers: null,
    hooks: null,
  },
  hooks: null,
};
