import { parsedUrl } from '../../../../toolbox/parsed-url.js';
import { tokenPaths } from '../plugin-dir-token.js';
import type { PluginToolServer } from '../../contract/plugin-format.js';
import type { JsonValue } from '../json-value.js';
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
  if (fields.get('disabled') === true || fields.get('enabled') === false)
    return 'its author has switched it off';
  const foreign = foreignVariable(JSON.stringify(source.value.plain()));
  if (foreign !== undefined) return `it uses ${foreign}, for which there is no counterpart`;
  const type = typeOf(fields);
  if (type !== 'stdio' && type !== 'http') return type;
  const server = type === 'stdio' ? programOf(fields, source, naming) : addressOf(fields);
  if (typeof server !== 'string')
    for (const key of fields.keys())
      if (!READ.has(key))
        naming.draft.leftOut.add(`"${key}" of ${naming.label}`, 'there is no counterpart');
  return server;
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
  { draft, label }: Naming,
): PluginToolServer | string {
  const command = fields.get('command');
  const args = textsOf(fields.get('args') ?? []);
  const env = textMap(fields.get('env') ?? {});
  if (typeof command !== 'string' || command.trim() === '') return 'it has no "command"';
  if (args === undefined) return '"args" is no list of texts';
  if (env === undefined) return '"env" is no map of texts';
  const cwd = fields.get('cwd');
  const isPlugin =
    typeof cwd === 'string' && /^(?:\.\/?|\$\{SVC_PLUGIN_DIR\}\/?)$/.test(withOurToken(cwd));
  if (cwd !== undefined && !isPlugin)
    draft.leftOut.add(`"cwd" of ${label}`, 'agents start tool servers in the project');
  const starts = startsInPlugin || isPlugin;
  const word = (text: string): string => {
    const ours = withOurToken(text);
    return starts ? inPlugin(ours, draft) : ours;
  };
  for (const name of textsOf(fields.get('env_vars') ?? []) ?? []) env.set(name, `\${${name}}`);
  const server = {
    type: 'stdio' as const,
    command: word(command),
    args: args.map(word),
    env: plainMap(env, withOurToken),
  };
  return leavesPlugin([server.command, ...server.args, ...Object.values(server.env)])
    ? "a path of it leaves the plugin's folder"
    : server;
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
  const headers = textMap(fields.get('headers') ?? fields.get('http_headers') ?? {});
  const named = textMap(fields.get('env_http_headers') ?? {});
  if (headers === undefined || named === undefined) return '"headers" is no map of texts';
  for (const [header, variable] of named) headers.set(header, `\${${variable}}`);
  const bearer = fields.get('bearer_token_env_var');
  if (typeof bearer === 'string') headers.set('Authorization', `Bearer \${${bearer}}`);
  return { type: 'http', url, headers: plainMap(headers, (text) => text) };
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
