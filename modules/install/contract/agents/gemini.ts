import type { AgentFacts } from '../agents.js';
import { servers } from './shapes.js';

const toolServers = {
  file: '.gemini/settings.json',
  format: 'json',
  key: servers,
  // it drops variables whose name says that they are secret, and puts an empty text in place of a reference to one that is not set
  shape: {
    stdioType: null,
    http: { type: 'http', url: 'url', headers: 'headers' },
    filtersEnvironment: true,
  },
} as const;
const hooks = { file: '.gemini/settings.json', key: ['hooks'], shape: 'groups' } as const;

/** It imports files below the importing one's project only, which for this file is `~/.gemini`. */
export const geminiUserRules = { kind: 'text', path: '.gemini/GEMINI.md', create: true } as const;

/** It refuses front matter that it does not know, and tools that are not its own. */
const subagents = {
  folder: '.gemini/agents',
  extension: '.md',
  keys: ['name', 'description'],
};

export const gemini: AgentFacts = {
  display: 'Gemini CLI',
  observed: '0.61.0',
  traces: ['.gemini', 'GEMINI.md'],
  userTraces: ['.gemini/settings.json', '.gemini/GEMINI.md'],
  project: {
    skills: '.agents/skills',
    rules: { kind: 'reference', path: 'GEMINI.md', create: true },
    subagents,
    toolServers,
    hooks,
  },
  user: { skills: '.agents/skills', rules: geminiUserRules, subagents, toolServers, hooks },
  hooks: {
    events: {
      PreToolUse: 'BeforeTool',
      PostToolUse: 'AfterTool',
      UserPromptSubmit: 'BeforeAgent',
      SessionStart: 'SessionStart',
      Stop: 'AfterAgent',
    },
    entry: {
      type: 'command',
      command: 'command',
      powershell: 'command',
      timeout: { key: 'timeout', unit: 'ms' },
    },
    programMissing: 'refuses',
  },
  skillLoader: { identity: 'name', drops: ['no-description', 'no-front-matter'] },
  // observed for the two of a project; its documentation: a project's override the user's
  skillFolders: {
    looksIn: ['.agents/skills', '.gemini/skills', '~/.agents/skills', '~/.gemini/skills'],
    sameName: 'first',
  },
};
