import { usageError } from 'svc-registry/kernel';
import { parsePluginName, type PluginName } from '../format/index.js';

/** A plugin of the registry, or one version of it. */
export interface PluginRef {
  readonly workspace: string;
  readonly tile: string;
  readonly version: string | undefined;
}

/** Parses `<workspace>/<plugin>[@<version>]`. The server decides whether the version exists. */
export function pluginRef(text: string): PluginRef {
  const at = text.indexOf('@');
  const name = requiredName(at === -1 ? text : text.slice(0, at));
  const version = at === -1 ? undefined : text.slice(at + 1);
  if (version === '')
    throw usageError({ what: `"${text}" ends in "@"; a version is expected after it.` });
  return { workspace: name.workspace, tile: name.plugin, version };
}

/** Parses `<workspace>/<plugin>`. Throws a usage error for anything else. */
export function requiredName(text: string, hint?: string): PluginName {
  const name = parsePluginName(text);
  if (typeof name === 'string')
    throw usageError({ what: name, ...(hint !== undefined && { hint }) });
  return name;
}

export function refText({ workspace, tile, version }: PluginRef): string {
  return `${workspace}/${tile}${version === undefined ? '' : `@${version}`}`;
}
