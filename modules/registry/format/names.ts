import { shortened } from '../../../toolbox/shortened.js';
import {
  isReservedName,
  isUuid,
  MAX_NAME_LENGTH,
  NAME_PATTERN,
} from '../../identity/contract/name-rules.js';
import { isReservedPlugin } from '../contract/reserved-names.js';

const MAX_PLUGIN = 90;
/** Characters of a wrong name that a message repeats. */
const MOST_SHOWN = 120;

type Kind = 'workspace' | 'plugin';

export interface PluginName {
  readonly workspace: string;
  readonly plugin: string;
}

/** Splits `<workspace>/<plugin>`; returns the problem as a string. */
export function parsePluginName(name: string): PluginName | string {
  const [workspace = '', plugin, ...rest] = name.split('/');
  if (plugin === undefined || rest.length > 0)
    return `"${shortened(name, MOST_SHOWN)}" must have the form <workspace>/<plugin-name>.`;
  const problem = nameProblem('workspace', workspace) ?? nameProblem('plugin', plugin);
  return problem ?? { workspace, plugin };
}

/** Why the name is invalid for a workspace or plugin; `undefined` if it is valid. */
export function nameProblem(kind: Kind, name: string): string | undefined {
  const limit = kind === 'workspace' ? MAX_NAME_LENGTH : MAX_PLUGIN;
  if (name === '') return `The ${kind} name is empty.`;
  if (name.length > limit)
    return `The ${kind} name has ${name.length} characters; at most ${limit} are allowed.`;
  if (!NAME_PATTERN.test(name)) {
    return `The ${kind} name "${shortened(name, MOST_SHOWN)}" may hold only lower-case letters, digits and single hyphens between them.`;
  }
  if (isUuid(name)) return `The ${kind} name "${name}" looks like an id; choose a word.`;
  if (isReserved(kind, name)) return `The ${kind} name "${name}" is reserved; choose another.`;
  return undefined;
}

function isReserved(kind: Kind, name: string): boolean {
  return kind === 'workspace' ? isReservedName(name) : isReservedPlugin(name);
}
