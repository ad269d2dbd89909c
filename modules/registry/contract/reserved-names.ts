/** Names that a plugin cannot have, because these words follow the workspace in the web API's paths. */
const RESERVED_PLUGINS: ReadonlySet<string> = new Set([
  'constructor',
  'prototype',
  'versions',
  'files',
  'archive',
  'latest',
  'match',
  'me',
  'new',
  'search',
  'tiles',
  'workspaces',
]);

/** Whether no plugin can be published under a name: the part after the workspace. */
export function isReservedPlugin(name: string): boolean {
  return RESERVED_PLUGINS.has(name);
}
