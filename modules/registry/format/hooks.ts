import { agentIds, hookEvents, toolEvents } from '../contract/hook-format.js';
import type { JsonValue } from '../../../toolbox/json-value.js';
import { nearestName } from './nearest-name.js';
import { tokenPaths } from './plugin-dir-token.js';

const EVENTS_WITH_TOOL: readonly string[] = toolEvents;
const MAX_MATCHER = 1000;

/** A file of the plugin that a hook declaration names. */
export interface HookReference {
  readonly path: string;
  /** The hook starts this file, so it has to be executable. */
  readonly program: boolean;
  readonly at: JsonValue;
}

/** Checks the shape of cross-agent hooks; returns the plugin's files that they name. */
export function readHooks(hooks: JsonValue | undefined): readonly HookReference[] {
  const references: HookReference[] = [];
  for (const [event, groups] of hooks?.object() ?? []) {
    if (!(hookEvents as readonly string[]).includes(event)) {
      groups.error(`"${event}" is not a hook event. ${suggestion('Events', event, hookEvents)}`);
    }
    for (const group of groups.array() ?? []) references.push(...readGroup(event, group));
  }
  return references;
}

function suggestion(what: string, name: string, known: readonly string[]): string {
  const meant = nearestName(name, known);
  return meant === undefined ? `${what} are ${known.join(', ')}.` : `Did you mean "${meant}"?`;
}

function readGroup(event: string, group: JsonValue): readonly HookReference[] {
  const fields = group.object();
  if (fields === undefined) return [];
  checkMatcher(event, fields.get('matcher'));
  const hooks = fields.get('hooks');
  if (hooks === undefined) group.error(`"${group.field}" lacks "hooks".`);
  return (hooks?.array() ?? []).flatMap(readCommandHook);
}

function checkMatcher(event: string, matcher: JsonValue | undefined): void {
  const text = matcher?.string();
  if (matcher === undefined || text === undefined) return;
  if (!EVENTS_WITH_TOOL.includes(event))
    matcher.warn(
      `A matcher has no effect on ${event}; only ${EVENTS_WITH_TOOL.join(' and ')} have one.`,
    );
  if (text.length > MAX_MATCHER)
    matcher.error(`The matcher has ${text.length} characters; at most ${MAX_MATCHER} are allowed.`);
  else if (text !== '*' && !isRegularExpression(text))
    matcher.error(`The matcher "${text}" is not a valid regular expression.`);
}

function isRegularExpression(text: string): boolean {
  try {
    return new RegExp(text) instanceof RegExp;
  } catch {
    return false;
  }
}

function readCommandHook(hook: JsonValue): readonly HookReference[] {
  const fields = hook.object();
  if (fields === undefined) return [];
  const type = fields.get('type');
  if (type === undefined) hook.error(`"${hook.field}" lacks "type"; it is always "command".`);
  else if (type.string() !== 'command') type.error(`"${type.field}" can only be "command".`);
  checkEnvironment(fields.get('env'));
  const command = fields.get('command');
  if (command === undefined) hook.error(`"${hook.field}" lacks "command".`);
  const args = fields.get('args');
  args?.strings();
  const ofCommand = referencesIn(command, {
    form: args === undefined ? 'shell' : 'exec',
    program: true,
  });
  const ofArgs = (args?.type === 'array' ? (args.array() ?? []) : []).flatMap((arg) =>
    referencesIn(arg, { form: 'exec', program: false }),
  );
  return [...ofCommand, ...ofArgs];
}

function checkEnvironment(env: JsonValue | undefined): void {
  for (const [name, value] of env?.object() ?? []) {
    if (value.type === 'string') continue;
    if (value.type !== 'object') {
      value.error(`"${name}" must be a string or an object such as {"fromEnv": "NAME"}.`);
      continue;
    }
    const fields = value.object();
    const source = fields?.get('fromEnv');
    if (source === undefined || fields?.size !== 1)
      value.error(`"${name}" must hold "fromEnv" and nothing else.`);
    else source.text();
  }
}

interface ReferenceKind {
  readonly form: 'exec' | 'shell';
  readonly program: boolean;
}

function referencesIn(
  value: JsonValue | undefined,
  { form, program }: ReferenceKind,
): readonly HookReference[] {
  const text = value?.type === 'string' ? value.text() : value?.string();
  if (value === undefined || text === undefined) return [];
  return tokenPaths(text, form).flatMap((found) => {
    if (found.kind === 'escapes')
      value.error(`The path "${found.written}" leaves the plugin's folder.`);
    return found.kind === 'path' ? [{ path: found.path, program, at: value }] : [];
  });
}

/** Only a warning, because a module that is not loaded may know the agent. */
function warnOfUnknownAgent(agent: string, value: JsonValue): void {
  const known: readonly string[] = agentIds;
  if (known.includes(agent)) return;
  const help = suggestion('Agents', agent, known);
  value.warn(
    `"${agent}" is not a known agent; its hooks have no effect without a module that knows it. ${help}`,
  );
}

/** For hooks in an agent's own form, checks only that there are some and that no path leaves the plugin. `strict`: also that the agent is known. */
export function readNativeHooks(
  hooks: JsonValue | undefined,
  strict = false,
): readonly HookReference[] {
  return [...(hooks?.object() ?? [])].flatMap(([agent, value]) => {
    if (agent === '') value.error('"nativeHooks" needs agent ids as keys.');
    else if (strict) warnOfUnknownAgent(agent, value);
    if (value.type === 'object' || value.type === 'array')
      return stringsIn(value).flatMap((text) =>
        referencesIn(text, { form: 'shell', program: true }),
      );
    value.error(
      `"${value.field}" must be the agent's own hook configuration: an object or a list.`,
    );
    return [];
  });
}

function stringsIn(value: JsonValue): readonly JsonValue[] {
  if (value.type === 'array') return (value.array() ?? []).flatMap(stringsIn);
  if (value.type === 'object') return [...(value.object() ?? []).values()].flatMap(stringsIn);
  return value.type === 'string' && value.string()?.trim() !== '' ? [value] : [];
}
