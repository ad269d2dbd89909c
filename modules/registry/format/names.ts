const NAME = /^[a-z0-9](-?[a-z0-9])*$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Names that would mean something else in a path of the web API or in a program. */
const RESERVED = new Set([
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

const MAX_WORKSPACE = 100;
const MAX_PLUGIN = 90;

export interface PluginName {
  readonly workspace: string;
  readonly plugin: string;
}

/** Splits `<workspace>/<plugin>`; answers what is wrong with it as a string. */
export function parsePluginName(name: string): PluginName | string {
  const [workspace = '', plugin, ...rest] = name.split('/');
  if (plugin === undefined || rest.length > 0) return `"${shown(name)}" must have the form <workspace>/<plugin-name>.`;
  const problem = nameProblem('workspace', workspace) ?? nameProblem('plugin', plugin);
  return problem ?? { workspace, plugin };
}

/** Why the name cannot be that of a workspace or plugin; `undefined` when it can. */
export function nameProblem(kind: 'workspace' | 'plugin', name: string): string | undefined {
  const limit = kind === 'workspace' ? MAX_WORKSPACE : MAX_PLUGIN;
  if (name === '') return `The ${kind} name is empty.`;
  if (name.length > limit) return `The ${kind} name has ${name.length} characters; at most ${limit} are allowed.`;
  if (!NAME.test(name)) {
    return `The ${kind} name "${shown(name)}" may hold only lower-case letters, digits and single hyphens between them.`;
  }
  if (UUID.test(name)) return `The ${kind} name "${name}" looks like an id; choose a word.`;
  if (RESERVED.has(name)) return `The ${kind} name "${name}" is reserved; choose another.`;
  return undefined;
}

function shown(name: string): string {
  return name.length > 120 ? `${name.slice(0, 120)}…` : name;
}
