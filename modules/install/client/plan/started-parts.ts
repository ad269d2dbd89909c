import { isDeepStrictEqual } from 'node:util';
import type { PluginDeclarations } from '../../../registry/contract/plugin-format.js';
import type { LockedPlugin } from '../project/lock-file.js';
import { pluginFolder } from '../project/paths.js';

/** What a plugin makes agents start or run, in the lock's format. */
export type StartedParts = Pick<LockedPlugin, 'toolServers' | 'hooks' | 'nativeHooks'>;

/** The file of a plugin in which each part is declared. */
const sections = {
  toolServers: '.mcp.json',
  hooks: '.svc-plugin/plugin.json',
  nativeHooks: '.svc-plugin/plugin.json',
} as const;
const names = Object.keys(sections) as (keyof typeof sections)[];

export function startedParts({
  toolServers,
  hooks,
  nativeHooks,
}: PluginDeclarations): StartedParts {
  return {
    ...(toolServers.size > 0 && { toolServers: Object.fromEntries(toolServers) }),
    ...(hooks !== undefined && { hooks }),
    ...(nativeHooks !== undefined && { nativeHooks }),
  };
}

/** An entry of the lock that differs from what the plugin's files declare. */
export interface AlteredEntry {
  /** `<workspace>/<plugin>`. */
  readonly plugin: string;
  /** Such as `hooks.PreToolUse`. */
  readonly entry: string;
  readonly message: string;
}

/** The plugin's entry with what its files declare. */
export function withStartedParts(locked: LockedPlugin, parts: StartedParts): LockedPlugin {
  const others = Object.entries(locked).filter(([field]) => !Object.hasOwn(sections, field));
  return { ...(Object.fromEntries(others) as unknown as LockedPlugin), ...parts };
}

/**
 * Entries of the lock that differ from what the files of the plugin declare, by event, agent or tool server. The order of lists counts, because
 * hooks run in it and programs read arguments in it; the order of keys does not.
 */
export function alteredEntries(
  plugin: string,
  locked: StartedParts,
  declared: StartedParts,
): readonly AlteredEntry[] {
  return names.flatMap((section) => {
    const [said, written] = [entriesOf(locked[section]), entriesOf(declared[section])];
    const file = `${pluginFolder(plugin)}/${sections[section]}`;
    return [...new Set([...said.keys(), ...written.keys()])].flatMap((key) => {
      const message = problemOf(said.get(key), written.get(key), file);
      return message === undefined ? [] : [{ plugin, entry: `${section}.${key}`, message }];
    });
  });
}

function problemOf(said: unknown, declared: unknown, file: string): string | undefined {
  if (said === undefined) return `is missing; ${file} declares it`;
  if (declared === undefined) return `is not in ${file}`;
  return isDeepStrictEqual(said, declared) ? undefined : `is not what ${file} declares`;
}

function entriesOf(section: object | undefined): ReadonlyMap<string, unknown> {
  // strips the parsers' prototypes, which a deep comparison would take into account
  return new Map(Object.entries(JSON.parse(JSON.stringify(section ?? {})) as object));
}
