import { isRecord } from '../../../../../toolbox/type-guards.js';
import type { HookFile } from '../../../contract/agents.js';
import { withPluginFolder, type NativeSite } from './native-texts.js';

/** The agent's name of an event → its list: groups, or single hooks. */
type EventItems = ReadonlyMap<string, readonly object[]>;

/** Hooks that a plugin brings in an agent's own form. */
export interface NativeHooks extends NativeSite {
  /** The value in the manifest. */
  readonly config: unknown;
}

/**
 * A plugin's additions to an agent's hook file. The configuration may be a map of events, or a whole file with that map where
 * the agent keeps it. Parts that do not fit the file are reported to `problem` and left out.
 */
export function nativeItems(
  native: NativeHooks,
  { key }: HookFile,
  problem: (text: string) => void,
): EventItems {
  const resolved = withPluginFolder(native.config, native);
  const items = new Map<string, readonly object[]>();
  for (const map of eventMaps(resolved, key)) {
    for (const [event, list] of Object.entries(map)) {
      if (!Array.isArray(list)) continue;
      const sound = list.filter(isRecord);
      if (sound.length < list.length) problem(`${event} contains something that is not a hook`);
      items.set(event, [...(items.get(event) ?? []), ...sound]);
    }
  }
  if (items.size === 0) problem('there is no event with a list of hooks in it');
  return items;
}

/** If the file's key is a hook's name, there may be several maps; disabled ones are left out. */
function eventMaps(config: unknown, key: readonly string[]): readonly object[] {
  const whole = [key, ['hooks']].map((path) => path.reduce<unknown>(member, config)).find(isRecord);
  if (whole !== undefined) return [whole];
  if (!isRecord(config)) return [];
  const named = key.at(-1) === 'hooks' ? [] : Object.values(config).filter(isRecord);
  return [config, ...named.filter((map) => member(map, 'enabled') !== false)];
}

function member(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
