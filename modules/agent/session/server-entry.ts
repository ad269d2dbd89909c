import { fieldsOf, isRecord, listOf } from '../../../toolbox/type-guards.js';

/** A tool server as it stands in `.mcp.json`; members of another type than they should have are left out. */
export interface ServerEntry {
  readonly type: 'stdio' | 'http' | 'unknown';
  readonly command: string | null;
  readonly args: readonly string[];
  readonly env: ReadonlyMap<string, string>;
  readonly url: string | null;
  readonly headers: ReadonlyMap<string, string>;
}

const isText = (value: unknown): value is string => typeof value === 'string';

function textsOf(value: unknown): ReadonlyMap<string, string> {
  const pairs = isRecord(value) ? Object.entries(value) : [];
  return new Map(pairs.filter((pair): pair is [string, string] => isText(pair[1])));
}

export function serverEntry(value: unknown): ServerEntry {
  const { command, args, env, url, headers } = fieldsOf(value);
  const program = isText(command) ? command : null;
  const address = program === null && isText(url) ? url : null;
  return {
    type: program !== null ? 'stdio' : address !== null ? 'http' : 'unknown',
    command: program,
    args: listOf(args).filter(isText),
    env: textsOf(env),
    url: address,
    headers: textsOf(headers),
  };
}
