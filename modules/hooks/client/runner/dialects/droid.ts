import { claude } from './claude.js';
import type { Dialect } from './dialect.js';

/** Factory Droid 0.215: the payload of Claude Code, `tool_response` as text. It blocks by exit code. */
export const droid: Dialect = {
  ...claude,
  id: 'droid',
  agents: ['droid'],
  fields: {},
  tools: {
    Execute: ['Bash'],
    Create: ['Write'],
    ApplyPatch: ['Edit', 'Write'],
    MultiEdit: ['Edit'],
    FetchUrl: ['WebFetch'],
  },
  patches: { tool: 'ApplyPatch', inShell: false },
  projectVariables: ['FACTORY_PROJECT_DIR'],
};
