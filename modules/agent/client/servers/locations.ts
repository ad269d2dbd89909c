import type { EntryFile } from '../../../install/contract/config-files.js';
import type { ServerScope } from '../../contract/modes.js';

const key = ['mcpServers'] as const;

/** Where tool servers stand; the same files as `svc install` writes for this agent. */
export const serverFiles: Readonly<Record<ServerScope, EntryFile>> = {
  project: { scope: 'project', file: '.mcp.json', key },
  global: { scope: 'user', file: '.svc/agent/mcp.json', key },
};

/** What was agreed to in a project: its `servers` by name, or its `folders` whose code pi runs. */
export const agreedFile = (root: string, kind: 'servers' | 'folders'): EntryFile => ({
  scope: 'user',
  file: '.svc/agent/trusted.json',
  key: [kind, root],
});
