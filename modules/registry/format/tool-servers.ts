import { parsedUrl } from '../../../toolbox/parsed-url.js';
import type { PluginToolServer } from '../contract/plugin-format.js';
import type { Findings } from './findings.js';
import { readJsonObject } from './json-document.js';
import type { JsonValue } from '../../../toolbox/json-value.js';
import { TOOL_SERVERS_PATH } from './limits.js';

/** Reads the bundled `.mcp.json`. In published plugins a missing type is guessed, and entries of unknown types are skipped. */
export function readToolServers(
  content: Uint8Array,
  findings: Findings,
): ReadonlyMap<string, PluginToolServer> {
  const servers = new Map<string, PluginToolServer>();
  const fields = readJsonObject({ file: TOOL_SERVERS_PATH, content }, findings);
  if (fields === undefined) return servers;
  const declared = fields.get('mcpServers');
  if (declared === undefined) {
    findings.error('The file lacks "mcpServers".', {
      file: TOOL_SERVERS_PATH,
      line: 1,
      field: 'mcpServers',
    });
    return servers;
  }
  for (const [name, value] of declared.object() ?? []) {
    if (name === '') value.error('A tool server needs a name.');
    const server = readServer(value);
    if (server !== undefined) servers.set(name, server);
  }
  return servers;
}

function readServer(value: JsonValue): PluginToolServer | undefined {
  const fields = value.object();
  if (fields === undefined) return undefined;
  const type = typeOf(value, fields);
  if (type === 'stdio') return readStdio(value, fields);
  if (type === 'http') return readHttp(value, fields);
  if (type !== undefined)
    (fields.get('type') ?? value).errorOrWarning(
      `Tool servers of type "${type}" are not supported ("stdio" and "http" are)`,
      'the entry is skipped',
    );
  return undefined;
}

function typeOf(value: JsonValue, fields: ReadonlyMap<string, JsonValue>): string | undefined {
  const type = fields.get('type');
  if (type !== undefined) return type.string();
  const guess = fields.has('command') ? 'stdio' : fields.has('url') ? 'http' : undefined;
  if (guess === undefined)
    value.error(`"${value.field}" needs "type": "stdio" (with "command") or "http" (with "url").`);
  else
    value.errorOrWarning(
      `"${value.field}" lacks "type": "${guess}"; not every agent guesses the same`,
      `it is taken as "${guess}"`,
    );
  return guess;
}

function readStdio(
  value: JsonValue,
  fields: ReadonlyMap<string, JsonValue>,
): PluginToolServer | undefined {
  if (!fields.has('command'))
    value.error(`"${value.field}" is of type "stdio" and lacks "command".`);
  const command = fields.get('command')?.text();
  const args = fields.get('args')?.strings() ?? [];
  const env = fields.get('env')?.stringMap() ?? emptyMap();
  return command === undefined ? undefined : { type: 'stdio', command, args, env };
}

function readHttp(
  value: JsonValue,
  fields: ReadonlyMap<string, JsonValue>,
): PluginToolServer | undefined {
  const address = fields.get('url');
  if (address === undefined) value.error(`"${value.field}" is of type "http" and lacks "url".`);
  const url = address?.text();
  const headers = fields.get('headers')?.stringMap() ?? emptyMap();
  if (url === undefined) return undefined;
  if (!isWebAddress(url)) address?.error(`"${address.field}" must be an http or https address.`);
  return { type: 'http', url, headers };
}

function isWebAddress(url: string): boolean {
  return ['http:', 'https:'].includes(parsedUrl(url)?.protocol ?? '');
}

function emptyMap(): Readonly<Record<string, string>> {
  return Object.create(null) as Record<string, string>;
}
