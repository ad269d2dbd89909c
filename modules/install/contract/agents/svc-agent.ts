import type { AgentFacts } from '../agents.js';
import { servers, typedServer } from './shapes.js';

export const svcAgent: AgentFacts = {
  display: 'svc agent',
  observed: '0.74.2',
  traces: [],
  userTraces: ['.svc/agent'],
  project: {
    skills: '.agents/skills',
    rules: { kind: 'reference', path: 'AGENTS.md', create: false },
    toolServers: { file: '.mcp.json', format: 'json', key: servers, shape: typedServer },
    hooks: null,
  },
  user: {
    skills: '.agents/skills',
    rules: { kind: 'text', path: '.svc/agent/AGENTS.md', create: true },
    toolServers: { file: '.svc/agent/mcp.json', format: 'json', key: servers, shape: typedServer },
    hooks: null,
  },
  hooks: null,
};
