import type { AgentFacts } from '../agents.js';
import { commandEntry, sameEvents, saysHowToGetSvc } from './shapes.js';

const toolServers = {
  file: '.codex/config.toml',
  format: 'toml',
  key: ['mcp_servers'],
  shape: {
    stdioType: null,
    http: { type: null, url: 'url', headers: 'http_headers' },
    variableNames: { env: 'env_vars', headers: 'env_http_headers', bearer: 'bearer_token_env_var' },
    filtersEnvironment: true,
  },
  startsBelow: true,
} as const;
const hooks = { file: '.codex/hooks.json', key: ['hooks'], shape: 'groups' } as const;

export const codex: AgentFacts = {
  display: 'Codex',
  observed: '0.171.0',
  traces: ['.codex'],
  userTraces: ['.codex'],
  homeVariable: { name: 'CODEX_HOME', folder: '.codex' },
  project: {
    skills: '.agents/skills',
    rules: { kind: 'reference', path: 'AGENTS.md', create: false },
    toolServers,
    hooks,
  },
  user: {
    skills: '.agents/skills',
    // it imports nothing; what stands in a project's AGENTS.md is given by the specification
    rules: { kind: 'text', path: '.codex/AGENTS.md', create: true },
    toolServers,
    hooks,
  },
  hooks: {
    events: sameEvents,
    entry: { ...commandEntry, cmd: 'commandWindows' },
    programMissing: 'complains',
    passes: saysHowToGetSvc,
  },
  skillLoader: { identity: 'name', drops: ['no-description', 'no-front-matter'] },
  skillFolders: {
    looksIn: ['.agents/skills', '.codex/skills', '~/.agents/skills', '~/.codex/skills'],
    sameName: 'both',
  },
};
