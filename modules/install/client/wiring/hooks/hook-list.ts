import { isDeepStrictEqual } from 'node:util';
import type { JSONPath } from 'jsonc-parser';
import type { ConfigPath } from '../../config/config-document.js';
import type { JsonConfig } from '../../json/json-config.js';

/** One hook of an event. */
export interface Hook {
  readonly hook: unknown;
  /** The enclosing group without its hooks; `undefined` for a standalone hook. */
  readonly frame: object | undefined;
}

/** A hook and where it stands in a list. */
interface LocatedHook extends Hook {
  readonly path: JSONPath;
}

/** The hooks of one event in an agent's file. Edits return a new list. */
export class HookList {
  readonly hooks: readonly LocatedHook[];

  constructor(
    readonly config: JsonConfig,
    private readonly path: ConfigPath,
  ) {
    // strips the parser's prototypes
    const list: unknown = JSON.parse(JSON.stringify(config.get(path) ?? []));
    this.hooks = hooksOf(list).map((placed) => ({ ...placed, path: [...path, ...placed.path] }));
  }

  find(hook: Hook): LocatedHook | undefined {
    return this.hooks.find((placed) => isSameHook(placed, hook));
  }

  /** Adds a hook to its group if that exists, else in a new group. */
  add({ hook, frame }: Hook, item: object): HookList {
    if (frame === undefined) return this.with(this.config.append(this.path, hook));
    const [sibling] = hooksOf([item]).flatMap((other) => this.find(other) ?? []);
    if (sibling !== undefined)
      return this.with(this.config.append(sibling.path.slice(0, -1), hook));
    return this.with(this.config.append(this.path, { ...item, hooks: [hook] }));
  }

  replace({ path }: LocatedHook, hook: unknown): HookList {
    return this.with(this.config.set(path, hook));
  }

  /** Removes a hook, and its group if that becomes empty. Other hooks of the group stay. */
  remove({ path, frame }: LocatedHook): HookList {
    const without = this.config.removeElement(path);
    const hooks = path.slice(0, -1);
    if (frame === undefined || without.prune(hooks) === without) return this.with(without);
    return this.with(without.removeElement(hooks.slice(0, -1)));
  }

  private with(config: JsonConfig): HookList {
    return new HookList(config, this.path);
  }
}

/** The hooks in a list of groups and standalone hooks. */
export function hooksOf(list: unknown): readonly LocatedHook[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((item: unknown, index): LocatedHook[] => {
    if (!isGroup(item)) return [{ hook: item, frame: undefined, path: [index] }];
    const { hooks, ...frame } = item;
    return hooks.map((hook, inner) => ({ hook, frame, path: [index, 'hooks', inner] }));
  });
}

/** Ignores the order of keys, which agents may change when they rewrite their files. */
export function isSameHook(a: Hook, b: Hook): boolean {
  return isDeepStrictEqual([a.hook, a.frame], [b.hook, b.frame]);
}

function isGroup(item: unknown): item is { readonly hooks: readonly unknown[] } {
  return typeof item === 'object' && item !== null && 'hooks' in item && Array.isArray(item.hooks);
}
