import type { AgentFacts } from '../agents.js';

// skills only, in its own workspace
export const openclaw: AgentFacts = {
  display: 'OpenClaw',
  observed: null,
  traces: ['.openclaw/workspace-state.json'],
  userTraces: ['.openclaw'],
  project: {
    needs: '.openclaw/workspace-state.json',
    skills: 'skills',
    rules: null,
    toolServers: null,
    hooks: null,
  },
  user: { skills: null, rules: null, toolServers: null, hooks: null },
  hooks: null,
};
