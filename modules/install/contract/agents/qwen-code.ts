import type { AgentFacts } from '../agents.js';
import { sameEvents, servers } from './shapes.js';

const toolServers = {
  file: '.qwen/settings.json',
  format: 'json',
  key: servers,
  shape: { stdioType: null, http: { type: null, url: 'httpUrl', headers: 'headers' } },
} as const;
const hooks = { file: '.qwen/settings.json', key: ['hooks'], shape: 'groups' } as const;
const subagents = { folder: '.qwen/agents', extension: '.md' };

// a fork of Gemini CLI with the hooks and sub-agents of Claude Code
export const qwenCode: AgentFacts = {
  display: 'Qwen Code',
  observed: '0.24.4',
  traces: ['.qwen', 'QWEN.md'],
  userTraces: ['.qwen'],
  project: {
    skills: '.agents/skills',
    // it imports what the file names
    rules: { kind: 'reference', path: 'AGENTS.md', create: false, also: ['QWEN.md'] },
    subagents,
    toolServers,
    hooks,
  },
  user: {
    skills: '.agents/skills',
    rules: { kind: 'text', path: '.qwen/QWEN.md', create: true },
    subagents,
    toolServers,
    hooks,
  },
  hooks: {
    events: sameEvents,
    entry: {
      type: 'command',
      command: 'command',
      timeout: { key: 'timeout', unit: 's' },
    },
    // it warns, but on Windows it runs cmd, where a guard of a shared file would end all hooks without a word
    programMissing: 'goes on',
  },
};
