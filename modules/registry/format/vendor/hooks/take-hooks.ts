import { PLUGIN_DIR_TOKEN, type HookEvent } from '../../../contract/hook-format.js';
import { FileTree } from '../../file-tree.js';
import type { Draft } from '../draft.js';
import { ROOT_VARIABLES } from '../tokens.js';
import type { FoundHook } from './find-hooks.js';
import { nativeHook } from './native-hook.js';
import { droppedKeys, sharedHook, type HookContext } from './shared-hook.js';

/** The hooks of a manifest of ours. */
export interface TakenHooks {
  readonly hooks: ReadonlyMap<HookEvent, readonly object[]>;
  /** By agent, then by its own event. */
  readonly native: ReadonlyMap<string, ReadonlyMap<string, readonly object[]>>;
}

/** Larger files are no scripts. */
const MOST_OF_SCRIPT = 512 * 1024;

/** Hooks that every agent has become ours, the others stay with their agent; wrong ones are left out one by one. */
export function takeHooks(
  found: ReadonlyMap<string, FoundHook>,
  { draft, toolPrefix }: { draft: Draft; toolPrefix: string },
): TakenHooks {
  const tree = new FileTree(draft.all());
  const context = { tree, toolPrefix, env: found.size === 0 ? {} : rootsInScripts(draft) };
  const taken = new Taken();
  for (const [label, hook] of found) taken.add(label, hook, { draft, context });
  return taken;
}

class Taken implements TakenHooks {
  readonly hooks = new Map<HookEvent, object[]>();
  readonly native = new Map<string, Map<string, object[]>>();

  add(
    label: string,
    found: FoundHook,
    { draft, context }: { draft: Draft; context: HookContext },
  ): void {
    const shared = sharedHook(found, context);
    if ('wrong' in shared) draft.leftOut.add(`hook ${label}`, shared.wrong);
    else if ('own' in shared) this.addNative(label, found, { draft, context, own: shared.own });
    else {
      push(this.hooks, shared.event, shared.group);
      const { file = '.' } = found.hook.location;
      if (shared.note !== undefined) draft.warn(`The hook ${label}: ${shared.note}`, file);
      for (const key of droppedKeys(found.hook))
        if (!WORDS.includes(key)) draft.leftOut.add(`"${key}" of hooks`, 'there is no counterpart');
    }
  }

  private addNative(
    label: string,
    found: FoundHook,
    { draft, context, own }: { draft: Draft; context: HookContext; own: string },
  ): void {
    const { dialect, event } = found;
    const native = nativeHook(found, context.tree);
    if ('wrong' in native) {
      draft.leftOut.add(`hook ${label}`, native.wrong);
      return;
    }
    const events = this.native.get(dialect.id) ?? new Map<string, object[]>();
    this.native.set(dialect.id, events);
    push(events, event, native.item);
    draft.leftOut.add(
      `hook ${label}, for agents other than ${dialect.id}`,
      `only ${dialect.id} has ${own === 'the event' ? 'the event' : `${own} of hooks`}`,
      dialect.id,
    );
  }
}

/** What people and not programs read. */
const WORDS = ['statusMessage', 'description', 'name', 'comment', 'version', '$comment'];

function push<K>(map: Map<K, object[]>, key: K, item: object): void {
  map.set(key, [...(map.get(key) ?? []), item]);
}

/** Programs for several agents ask which of these is set, and answer in the words of that agent. */
const TELL_THE_AGENT: readonly string[] = [
  'CODEX_PLUGIN_ROOT',
  'COPILOT_PLUGIN_ROOT',
  'CURSOR_PLUGIN_ROOT',
];

/** The vendors' variables for the plugin's folder that its programs ask for. Our hooks answer in the words of Claude Code. */
function rootsInScripts(draft: Draft): Readonly<Record<string, string>> {
  const scripts = draft
    .all()
    .filter(({ path, content }) => !/\.(?:md|json)$/.test(path) && content.length <= MOST_OF_SCRIPT)
    .map(({ content }) => Buffer.from(content).toString('latin1'));
  const asked = ROOT_VARIABLES.filter((name) => {
    const word = new RegExp(String.raw`\b${name}\b`);
    return scripts.some((script) => word.test(script));
  });
  const names = asked.includes('CLAUDE_PLUGIN_ROOT')
    ? asked.filter((name) => !TELL_THE_AGENT.includes(name))
    : asked;
  return Object.fromEntries(names.map((name) => [name, PLUGIN_DIR_TOKEN]));
}
