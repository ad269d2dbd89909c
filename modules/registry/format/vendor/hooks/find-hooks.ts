import type { LooseFile } from '../../../contract/plugin-format.js';
import { Findings } from '../../findings.js';
import { readJsonObject } from '../../json-document.js';
import type { JsonValue } from '../../../../../toolbox/json-value.js';
import { pluginPath } from '../../relative-path.js';
import type { Draft } from '../draft.js';
import { Finds, placeOf, type Found } from '../found.js';
import type { Form } from '../forms.js';
import { dialectOf, dialects, knows, type Dialect } from './dialects.js';

/** One hook as it was found. */
export interface FoundHook {
  readonly dialect: Dialect;
  readonly event: string;
  readonly matcher: JsonValue | undefined;
  /** Other keys of the group that it stands in. */
  readonly frame: ReadonlyMap<string, JsonValue>;
  readonly hook: JsonValue;
}

/** The hooks of a manifest: in it, in files that it names, in the usual files. */
export function findHooks(form: Form, draft: Draft): Found<FoundHook> {
  const finds = new Finds<FoundHook>();
  const search = { form, draft, finds, read: new Set<string>() };
  const listed = form.facts.hooksInManifest ? form.fields.get('hooks') : undefined;
  const values =
    listed === undefined ? [] : listed.type === 'array' ? (listed.array() ?? []) : [listed];
  for (const value of values) addDeclared(value, search);
  // a manifest that names other files of hooks means only these in all but one form
  if (listed === undefined || form.facts.dialect === 'claude-code')
    for (const path of form.facts.hooks) addFile(path, search);
  return finds;
}

interface Search {
  readonly form: Form;
  readonly draft: Draft;
  readonly finds: Finds<FoundHook>;
  readonly read: Set<string>;
}

function addDeclared(value: JsonValue, search: Search): void {
  if (value.type === 'object') {
    addHooks(value.object() ?? new Map(), search);
    return;
  }
  const text = value.type === 'string' ? value.string() : undefined;
  const path = text === undefined ? undefined : pluginPath(text);
  if (path === undefined || !search.draft.has(path))
    search.finds.problem(placeOf(value), 'it names no hooks and no file of the plugin');
  else addFile(path, search);
}

function addFile(path: string, search: Search): void {
  const file = search.draft.get(path);
  if (file === undefined || search.read.has(path)) return;
  search.read.add(path);
  addHooks(fieldsOf(file, search.finds), search);
}

function fieldsOf(
  { path, content }: LooseFile,
  finds: Finds<FoundHook>,
): ReadonlyMap<string, JsonValue> {
  const findings = new Findings();
  const fields = readJsonObject({ file: path, content }, findings);
  for (const { message, line } of findings.errors)
    finds.problem(line === undefined ? path : `${path}:${line}`, message);
  return fields ?? new Map<string, JsonValue>();
}

/** A map of events, with or without a wrapper. */
function addHooks(fields: ReadonlyMap<string, JsonValue>, { form, finds }: Search): void {
  const wrapped = fields.get('hooks');
  const inner = wrapped?.type === 'object' ? wrapped.object() : undefined;
  // beside events, a file without a wrapper may hold anything
  const events = inner ?? new Map([...fields].filter(([, value]) => value.type === 'array'));
  const usual = dialectOf([...events.keys()], form.facts.dialect);
  for (const [event, list] of events) {
    if (list.type !== 'array')
      finds.problem(`hook ${event}: ${placeOf(list)}`, 'it is no list of hooks');
    else for (const item of list.array() ?? []) addItem({ event, item, usual }, finds);
  }
}

interface Item {
  readonly event: string;
  readonly item: JsonValue;
  /** The dialect of the file. */
  readonly usual: Dialect;
}

/** A group of hooks with a matcher, or one hook. */
function addItem({ event, item, usual }: Item, finds: Finds<FoundHook>): void {
  const label = `hook ${event}: ${placeOf(item)}`;
  const fields = item.type === 'object' ? item.object() : undefined;
  if (fields === undefined) {
    finds.problem(label, 'it is no hook');
    return;
  }
  const hooks = fields.get('hooks');
  const matcher = fields.get('matcher');
  const frame = new Map([...fields].filter(([key]) => !['hooks', 'matcher'].includes(key)));
  const inner = hooks?.type === 'array' ? (hooks.array() ?? []) : undefined;
  for (const hook of inner ?? [item]) {
    const dialect = speakerOf({ event, usual }, hook);
    const place = placeOf(hook);
    if (dialect === undefined)
      finds.problem(`hook ${event}: ${place}`, 'no agent knows this event');
    else
      finds.parts.set(`${event}: ${place}`, {
        dialect,
        event,
        matcher,
        hook,
        frame: inner === undefined ? new Map() : frame,
      });
  }
}

/** Keys that only hooks of Copilot have. */
const COPILOT_KEYS = ['bash', 'powershell', 'timeoutSec'];

/** Whose hook it is: that of the file's dialect, unless its words are another one's. */
function speakerOf({ event, usual }: Omit<Item, 'item'>, hook: JsonValue): Dialect | undefined {
  const keys =
    hook.type === 'object'
      ? (hook.object() ?? new Map<string, JsonValue>())
      : new Map<string, JsonValue>();
  const knowing = [usual, ...dialects].filter((dialect) => knows(dialect, event));
  const copilot = COPILOT_KEYS.some((key) => keys.has(key));
  return (copilot ? knowing.find(({ id }) => id === 'copilot') : undefined) ?? knowing[0];
}
