import type { AgentFacts } from '../agents.js';
import { commandEntry, sameEvents, saysHowToGetSvc, servers, typedServer } from './shapes.js';

const subagents = { folder: '.claude/agents', extension: '.md' };

// reads neither .agents/skills nor AGENTS.md
export const claudeCode: AgentFacts = {
  display: 'Claude Code',
  observed: '2.1.332',
  traces: ['.claude', 'CLAUDE.md', '.mcp.json'],
  userTraces: ['.claude', '.claude.json'],
  homeVariable: { name: 'CLAUDE_CONFIG_DIR', folder: '.claude', files: ['.claude.json'] },
  project: {
    skills: '.claude/skills',
    rules: { kind: 'reference', path: 'CLAUDE.md', create: true },
    subagents,
    toolServers: {
      file: '.mcp.json',
      format: 'json',
      key: servers,
      shape: typedServer,
      startsBelow: true,
    },
    hooks: { file: '.claude/settings.json', key: ['hooks'], shape: 'groups' },
  },
  user: {
    skills: '.claude/skills',
    rules: { kind: 'reference', path: '.claude/CLAUDE.md', create: true },
    subagents,
    toolServers: { file: '.claude.json', format: 'json', key: servers, shape: typedServer },
    hooks: { file: '.claude/settings.json', key: ['hooks'], shape: 'groups' },
  },
  hooks: {
    events: sameEvents,
    entry: commandEntry,
    // it goes on itself, but Copilot reads its file too; its shell is one of POSIX also on Windows
    programMissing: 'refuses',
    passes: saysHowToGetSvc,
  },
  skillLoader: { identity: 'folder', drops: [] },
  // not observed: personal skills are said to override those of a project
  skillFolders: { looksIn: ['~/.claude/skills', '.claude/skills'], sameName: 'first' },
};
