import { isRecord } from '../../../../../toolbox/type-guards.js';
import type { HookFile } from '../../../contract/agents.js';
import { withPluginFolder, type NativeSite } from './native-texts.js';

/** The agent's own name of an event → what stands in its list: groups, or single hooks. */
type EventItems = ReadonlyMap<string, readonly object[]>;

/** Hooks that a plugin brings in an agent's own form. */
export interface NativeHooks extends NativeSite {
  /** As the manifest has it. */
  readonly config: unknown;
}

/**
 * What a plugin adds to an agent's hook file: the configuration may be a map of events, or a whole file with that map where
 * the agent keeps it. Calls `problem` for what cannot be a part of the file, and leaves it out.
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
      if (sound.length < list.length) problem(`${event} holds something that is no hook`);
      items.set(event, [...(items.get(event) ?? []), ...sound]);
    }
  }
  if (items.size === 0) problem('there is no event with a list of hooks in it');
  return items;
}

/** Where the file's key is the name of a hook, there may be several, of which those that are switched off stay out. */
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
