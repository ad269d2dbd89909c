import { parsedUrl } from '../../../../toolbox/parsed-url.js';
import { tokenPaths } from '../plugin-dir-token.js';
import type { PluginToolServer } from '../../contract/plugin-format.js';
import type { JsonValue } from '../../../../toolbox/json-value.js';
import type { Draft } from './draft.js';
import { inPlugin } from './plugin-words.js';
import { foreignVariable, withOurToken } from './tokens.js';

/** A tool server as a vendor declares it. */
export interface ServerSource {
  readonly value: JsonValue;
  /** Whether it starts in the plugin's folder. */
  readonly startsInPlugin: boolean;
}

const TYPES: ReadonlyMap<string, 'stdio' | 'http'> = new Map([
  ['stdio', 'stdio'],
  ['local', 'stdio'],
  ['http', 'http'],
  ['remote', 'http'],
  ['streamable-http', 'http'],
  ['streamable_http', 'http'],
  ['streamablehttp', 'http'],
]);
/** Keys that are read, or say nothing that matters for running it. */
const READ = new Set(
  'type transport command args env env_vars cwd url httpUrl serverUrl headers http_headers env_http_headers bearer_token_env_var description title displayName name disabled enabled $comment'.split(
    ' ',
  ),
);

/** The servers in our form; what cannot be kept is named. */
export function takeServers(
  sources: ReadonlyMap<string, ServerSource>,
  draft: Draft,
): ReadonlyMap<string, PluginToolServer> {
  const servers = new Map<string, PluginToolServer>();
  for (const [name, source] of sources) {
    const label = `tool server ${name}`;
    const server = serverOf(source, { draft, label });
    if (typeof server === 'string') draft.leftOut.add(label, server);
    else servers.set(name, server);
  }
  return servers;
}

interface Naming {
  readonly draft: Draft;
  readonly label: string;
}

type Fields = ReadonlyMap<string, unknown>;

/** The server, or why it is left out. */
function serverOf(source: ServerSource, naming: Naming): PluginToolServer | string {
  const written = source.value.type === 'object' ? source.value.object() : undefined;
  if (written === undefined) return 'it is no object';
  const fields: Fields = new Map([...written].map(([key, value]) => [key, value.plain()]));
  const type = typeOf(fields);
  const why = whyNot(source, fields) ?? (type === 'stdio' || type === 'http' ? undefined : type);
  if (why !== undefined) return why;
  const server = type === 'stdio' ? programOf(fields, source, naming) : addressOf(fields);
  if (typeof server !== 'string') nameOthers(fields, naming);
  return server;
}

function whyNot({ value }: ServerSource, fields: Fields): string | undefined {
  if (fields.get('disabled') === true || fields.get('enabled') === false)
    return 'its author has switched it off';
  const foreign = foreignVariable(JSON.stringify(value.plain()));
  return foreign && `it uses ${foreign}, for which there is no counterpart`;
}

function nameOthers(fields: Fields, { draft, label }: Naming): void {
  for (const key of fields.keys())
    if (!READ.has(key)) draft.leftOut.add(`"${key}" of ${label}`, 'there is no counterpart');
}

function typeOf(fields: Fields): string {
  const type = fields.get('type') ?? fields.get('transport');
  if (typeof type === 'string' && type !== '')
    return (
      TYPES.get(type.toLowerCase()) ?? `its type "${type.slice(0, 40)}" is neither stdio nor http`
    );
  if (typeof fields.get('command') === 'string') return 'stdio';
  return addressIn(fields) === undefined ? 'it has neither "command" nor "url"' : 'http';
}

function programOf(
  fields: Fields,
  { startsInPlugin }: ServerSource,
  naming: Naming,
): PluginToolServer | string {
  const command = fields.get('command');
  const args = textsOf(fields.get('args') ?? []);
  const env = environmentOf(fields);
  if (typeof command !== 'string' || command.trim() === '') return 'it has no "command"';
  if (args === undefined) return '"args" is no list of texts';
  if (env === undefined) return '"env" is no map of texts';
  const starts = beginsInPlugin(fields.get('cwd'), naming) || startsInPlugin;
  const word = (text: string): string => {
    const ours = withOurToken(text);
    return starts ? inPlugin(ours, naming.draft) : ours;
  };
  const [program = '', ...rest] = [command, ...args].map(word);
  const variables = plainMap(env, withOurToken);
  return leavesPlugin([program, ...rest, ...Object.values(variables)])
    ? "a path of it leaves the plugin's folder"
    : { type: 'stdio', command: program, args: rest, env: variables };
}

/** With the variables that Codex passes on by name. */
function environmentOf(fields: Fields): Map<string, string> | undefined {
  const env = textMap(fields.get('env') ?? {});
  for (const name of textsOf(fields.get('env_vars')) ?? []) env?.set(name, `\${${name}}`);
  return env;
}

/** Whether the server is to start in the plugin's folder. Any other folder is named as left out. */
function beginsInPlugin(cwd: unknown, { draft, label }: Naming): boolean {
  if (cwd === undefined) return false;
  const isPlugin =
    typeof cwd === 'string' && /^(?:\.\/?|\$\{SVC_PLUGIN_DIR\}\/?)$/.test(withOurToken(cwd));
  if (!isPlugin) draft.leftOut.add(`"cwd" of ${label}`, 'agents start tool servers in the project');
  return isPlugin;
}

const leavesPlugin = (texts: readonly string[]): boolean =>
  texts.some((text) => tokenPaths(text, 'exec').some(({ kind }) => kind === 'escapes'));

const ADDRESSES = ['httpUrl', 'url', 'serverUrl'];

function addressIn(fields: Fields): string | undefined {
  const texts = ADDRESSES.map((key) => fields.get(key));
  return texts.find((text) => typeof text === 'string' && text.trim() !== '') as string | undefined;
}

function addressOf(fields: Fields): PluginToolServer | string {
  const url = addressIn(fields);
  if (url === undefined) return 'it has no "url"';
  if (!['http:', 'https:'].includes(parsedUrl(url)?.protocol ?? ''))
    return '"url" is no http or https address';
  const headers = headersOf(fields);
  if (headers === undefined) return '"headers" is no map of texts';
  return { type: 'http', url, headers: plainMap(headers, (text) => text) };
}

/** With those whose values are variables, as Codex names them. */
function headersOf(fields: Fields): Map<string, string> | undefined {
  const headers = textMap(fields.get('headers') ?? fields.get('http_headers') ?? {});
  const named = textMap(fields.get('env_http_headers') ?? {});
  if (headers === undefined || named === undefined) return undefined;
  for (const [header, variable] of named) headers.set(header, `\${${variable}}`);
  const bearer = fields.get('bearer_token_env_var');
  if (typeof bearer === 'string') headers.set('Authorization', `Bearer \${${bearer}}`);
  return headers;
}

const textOf = (value: unknown): string | undefined =>
  ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined;

function textsOf(value: unknown): string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const texts = value.map(textOf);
  return texts.every((text) => text !== undefined) ? texts : undefined;
}

function textMap(value: unknown): Map<string, string> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const texts = Object.entries(value).map(([key, member]) => [key, textOf(member)] as const);
  return texts.every((pair): pair is [string, string] => pair[1] !== undefined)
    ? new Map(texts)
    : undefined;
}

function plainMap(
  map: ReadonlyMap<string, string>,
  convert: (text: string) => string,
): Readonly<Record<string, string>> {
  const result = Object.create(null) as Record<string, string>;
  for (const [key, text] of map) result[key] = convert(text);
  return result;
}
