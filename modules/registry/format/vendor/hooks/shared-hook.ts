import { toolEvents, type HookEvent } from '../../../contract/hook-format.js';
import type { JsonValue } from '../../../../../toolbox/json-value.js';
import type { Dialect } from './dialects.js';
import type { FoundHook } from './find-hooks.js';
import { sharedText, type TextContext } from './hook-text.js';
import { ourMatcher, sessionMatcher } from './matchers.js';

/** A group of our manifest; or only the agent itself can run the hook; or nobody can. */
export type Converted =
  | { readonly event: HookEvent; readonly group: object; readonly note?: string | undefined }
  | { readonly own: string }
  | { readonly wrong: string };

export interface HookContext extends Pick<TextContext, 'tree'> {
  /** Variables that the plugin's programs find its folder in. */
  readonly env: Readonly<Record<string, string>>;
  /** See `TextNames`. */
  readonly toolPrefix: string;
}

type Fields = ReadonlyMap<string, unknown>;

/** The hook as one that every agent runs. */
export function sharedHook(found: FoundHook, context: HookContext): Converted {
  const written = found.hook.type === 'object' ? found.hook.object() : undefined;
  if (written === undefined) return { wrong: 'it is no hook' };
  const fields: Fields = new Map([...written].map(([key, value]) => [key, value.plain()]));
  const reason = whyOwn(fields, found);
  if (reason !== undefined) return { own: reason };
  const event = found.dialect.events.get(found.event);
  if (event === undefined) return { own: 'the event' };
  const matched = matcherOf(event, found, context);
  if ('own' in matched || 'wrong' in matched) return matched;
  const hook = commandHook(fields, found.dialect, context);
  if (typeof hook === 'string') return { wrong: hook };
  const { matcher, note } = matched;
  return { event, note, group: { ...(matcher !== undefined && { matcher }), hooks: [hook] } };
}

/** What only the agent itself understands. */
function whyOwn(fields: Fields, { dialect }: FoundHook): string | undefined {
  const type = fields.get('type') ?? 'command';
  if (type !== 'command') return `the type ${JSON.stringify(type).slice(0, 40)}`;
  const key = dialect.ownKeys.find((name) => {
    const value = fields.get(name);
    return ![undefined, null, false, '', '.', 'bash'].includes(value as never);
  });
  if (key !== undefined) return `"${key}"`;
  const onlyPowershell = !fields.has('bash') && !fields.has('command') && fields.has('powershell');
  return onlyPowershell ? '"powershell"' : undefined;
}

type Matched =
  | { readonly matcher?: string | undefined; readonly note?: string | undefined }
  | Exclude<Converted, { readonly event: HookEvent }>;

function matcherOf(event: HookEvent, found: FoundHook, { toolPrefix }: HookContext): Matched {
  const text = found.matcher?.plain();
  if (text !== undefined && typeof text !== 'string') return { wrong: 'its matcher is no text' };
  if (text === undefined || text === '' || text === '*') return {};
  if (toolEvents.includes(event)) return ourMatcher(text, found.dialect, toolPrefix);
  return event === 'SessionStart' ? sessionMatcher(text) : {};
}

/** The hook, or what is wrong with it. */
function commandHook(
  fields: Fields,
  dialect: Dialect,
  { tree, env }: HookContext,
): object | string {
  const timeout = timeoutOf(fields, dialect);
  const own = fields.get('env') ?? {};
  if (timeout === null) return 'its time limit is no number of seconds';
  if (!isEnvironment(own)) return '"env" is no map of texts';
  const words = wordsOf(fields, { tree, startsInPlugin: dialect.startsInPlugin });
  if (typeof words === 'string') return words;
  const variables = { ...env, ...own };
  return {
    type: 'command',
    ...words,
    ...(Object.keys(variables).length > 0 && { env: variables }),
    ...(timeout !== undefined && { timeout }),
  };
}

interface Words {
  readonly command: string;
  readonly args?: readonly string[];
}

/** The command and its arguments, or what is wrong with them. */
function wordsOf(fields: Fields, context: TextContext): Words | string {
  const written = fields.get('command') ?? fields.get('bash');
  const args = fields.get('args');
  if (typeof written !== 'string' || written.trim() === '') return 'it has no "command"';
  if (args === undefined) return shellWords(written, context);
  if (!isTexts(args)) return '"args" is no list of texts';
  const texts: string[] = [];
  for (const word of [written, ...args]) {
    const found = sharedText(word, 'exec', context);
    if ('wrong' in found) return found.wrong;
    texts.push(found.text);
  }
  const [command = '', ...rest] = texts;
  return { command, args: rest };
}

function shellWords(written: string, context: TextContext): Words | string {
  const found = sharedText(written, 'shell', context);
  return 'wrong' in found ? found.wrong : { command: found.text };
}

/** Seconds; `null` for what is no time. */
function timeoutOf(
  fields: Fields,
  { timeout: { keys, perSecond } }: Dialect,
): number | null | undefined {
  const value = keys.map((key) => fields.get(key)).find((found) => found !== undefined);
  if (value === undefined) return undefined;
  return typeof value === 'number' && value > 0 ? Math.ceil(value / perSecond) : null;
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((text) => typeof text === 'string' && text.trim() !== '');

function isEnvironment(value: unknown): value is Readonly<Record<string, string>> {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.entries(value).every(([name, text]) => name !== '' && typeof text === 'string')
  );
}

/** Keys of a hook that we have no counterpart for and that do not matter for what it does. */
export function droppedKeys(hook: JsonValue): readonly string[] {
  const fields = hook.type === 'object' ? [...(hook.object() ?? [])] : [];
  return fields.map(([key]) => key).filter((key) => !KEPT.has(key));
}

const KEPT = new Set([
  ...['type', 'command', 'bash', 'args', 'env', 'timeout', 'timeoutSec', 'matcher'],
  ...['async', 'asyncRewake', 'if', 'once', 'shell', 'failClosed', 'loop_limit', 'cwd'],
]);
