import type { LooseFile } from '../../contract/plugin-format.js';
import { Findings } from '../findings.js';
import { readJsonObject } from '../json-document.js';
import type { JsonValue } from '../../../../toolbox/json-value.js';
import { pluginPath } from '../relative-path.js';
import type { Draft } from './draft.js';
import { Finds, placeOf, type Found } from './found.js';
import type { Form } from './forms.js';
import type { ServerSource } from './servers.js';

/** The tool servers of a manifest: in it, in files that it names, in files that need not be named. */
export function findServers(form: Form, draft: Draft): Found<ServerSource> {
  const finds = new Finds<ServerSource>();
  const listed = form.fields.get('mcpServers');
  const values =
    listed === undefined ? [] : listed.type === 'array' ? (listed.array() ?? []) : [listed];
  const search = { finds, draft, startsInPlugin: form.facts.serversStartInPlugin };
  for (const value of values) addDeclared(value, search);
  for (const path of form.facts.servers) {
    const file = draft.get(path);
    if (file !== undefined) addFile(file, search);
  }
  return finds;
}

interface Search {
  readonly finds: Finds<ServerSource>;
  readonly draft: Draft;
  readonly startsInPlugin: boolean;
}

function addDeclared(value: JsonValue, search: Search): void {
  const { finds, draft } = search;
  if (value.type === 'object') {
    addServers(value.object() ?? new Map(), search);
    return;
  }
  const text = value.type === 'string' ? value.string() : undefined;
  const path = text === undefined ? undefined : pluginPath(text);
  const file = path === undefined ? undefined : draft.get(path);
  if (/\.(?:mcpb|dxt)$/i.test(text ?? ''))
    finds.problem(`tool servers of ${text ?? ''}`, 'bundles of tool servers are not unpacked');
  else if (file === undefined)
    finds.problem(placeOf(value), 'it names no tool servers and no file of the plugin');
  else addFile(file, search);
}

function addFile({ path, content }: LooseFile, search: Search): void {
  const findings = new Findings();
  const fields = readJsonObject({ file: path, content }, findings);
  for (const { message } of findings.errors) search.finds.problem(path, message);
  addServers(fields ?? new Map(), search);
}

/** With the usual wrapper or without. */
function addServers(
  fields: ReadonlyMap<string, JsonValue>,
  { finds, startsInPlugin }: Search,
): void {
  const wrapped = fields.get('mcpServers') ?? fields.get('mcp_servers');
  const servers = wrapped?.type === 'object' ? (wrapped.object() ?? new Map()) : fields;
  for (const [name, value] of servers as ReadonlyMap<string, JsonValue>) {
    if (name.startsWith('$') || finds.parts.has(name)) continue;
    if (name === '' || value.type !== 'object')
      finds.problem(placeOf(value), 'it is no tool server with a name');
    else finds.parts.set(name, { value, startsInPlugin });
  }
}
