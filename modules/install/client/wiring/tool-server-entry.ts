import type { PluginToolServer } from '../../../registry/contract/plugin-format.js';
import type { ToolServerShape } from '../../contract/agents.js';
import type { ConfigEntry } from '../config/config-document.js';
import type { TextResolver } from './plugin-texts.js';

/** The entry of a tool server in an agent's own form; `undefined` where the agent takes no server of that type. */
export function toolServerEntry(
  server: PluginToolServer,
  shape: ToolServerShape,
  resolve: TextResolver,
): ConfigEntry | undefined {
  return server.type === 'stdio'
    ? programEntry(server, shape, resolve)
    : addressEntry(server, shape, resolve);
}

type Texts = Readonly<Record<string, string>>;

function programEntry(
  { command, args, env }: Extract<PluginToolServer, { type: 'stdio' }>,
  shape: ToolServerShape,
  resolve: TextResolver,
): ConfigEntry {
  const named =
    shape.variableNames === undefined
      ? []
      : Object.keys(env).filter((name) => env[name] === `\${${name}}`);
  const values = Object.entries(env).filter(([name]) => !named.includes(name));
  const words = [command, ...args].map(resolve);
  return {
    ...typeOf(shape.stdioType),
    ...(shape.command === 'array'
      ? { command: words }
      : { command: words[0], args: words.slice(1) }),
    ...unlessEmpty(shape.env ?? 'env', resolved(values, resolve)),
    ...(named.length > 0 && { [String(shape.variableNames?.env)]: named }),
    ...shape.always,
  };
}

function addressEntry(
  { url, headers }: Extract<PluginToolServer, { type: 'http' }>,
  { http, always, variableNames }: ToolServerShape,
  resolve: TextResolver,
): ConfigEntry | undefined {
  if (http === null) return undefined;
  const { texts, members } =
    variableNames === undefined
      ? { texts: headers, members: {} }
      : splitHeaders(headers, variableNames);
  return {
    ...typeOf(http.type),
    [http.url]: resolve(url),
    ...unlessEmpty(http.headers, resolved(Object.entries(texts), resolve)),
    ...members,
    ...always,
  };
}

const WHOLE = /^\$\{([A-Za-z_]\w*)\}$/;
const BEARER = /^Bearer \$\{([A-Za-z_]\w*)\}$/i;

/** Separates headers whose value is a variable, which are passed by the variable's name. */
function splitHeaders(
  headers: Texts,
  names: NonNullable<ToolServerShape['variableNames']>,
): { texts: Texts; members: ConfigEntry } {
  const texts = new Map(Object.entries(headers));
  const variables = new Map<string, string>();
  let bearer: string | undefined;
  for (const [header, value] of texts) {
    const token = header.toLowerCase() === 'authorization' ? BEARER.exec(value)?.[1] : undefined;
    const variable = WHOLE.exec(value)?.[1];
    if (token !== undefined) bearer = token;
    if (variable !== undefined) variables.set(header, variable);
    if (token !== undefined || variable !== undefined) texts.delete(header);
  }
  const members = {
    ...(bearer !== undefined && { [names.bearer]: bearer }),
    ...unlessEmpty(names.headers, Object.fromEntries(variables)),
  };
  return { texts: Object.fromEntries(texts), members };
}

function typeOf(type: string | null): ConfigEntry {
  return type === null ? {} : { type };
}

function resolved(pairs: readonly (readonly [string, string])[], resolve: TextResolver): Texts {
  return Object.fromEntries(pairs.map(([name, value]) => [name, resolve(value)]));
}

function unlessEmpty(key: string, texts: Texts): ConfigEntry {
  return Object.keys(texts).length === 0 ? {} : { [key]: texts };
}
