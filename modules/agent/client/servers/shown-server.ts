import type { FileEntries } from '../../../install/contract/config-files.js';
import { parsedUrl } from '../../../../toolbox/parsed-url.js';
import type { ServerScope } from '../../contract/modes.js';
import type { ToolServer } from '../../contract/results.js';
import { serverEntry } from '../../session/server-entry.js';

const MASK = '********';
/** Names a variable of the environment, and is no secret itself. */
const REFERENCE = /^\$\{[A-Za-z_]\w*\}$/;

const masked = (texts: ReadonlyMap<string, string>): Record<string, string> =>
  Object.fromEntries(
    [...texts].map(([name, value]) => [name, REFERENCE.test(value) ? value : MASK]),
  );

function maskedUrl(text: string): string {
  const url = parsedUrl(text);
  if (url === undefined) return text;
  if (url.password !== '') url.password = MASK;
  for (const name of new Set(url.searchParams.keys())) url.searchParams.set(name, MASK);
  return url.username + url.password + url.search === '' ? text : url.href;
}

/** A tool server without its secrets. */
export function shownServer(name: string, value: unknown, where: Shown): ToolServer {
  const { type, command, args, env, url, headers } = serverEntry(value);
  return {
    name,
    scope: where.scope,
    file: where.file,
    type,
    command,
    args: [...args],
    env: masked(env),
    url: url === null ? null : maskedUrl(url),
    headers: masked(headers),
  };
}

interface Shown {
  readonly scope: ServerScope;
  readonly file: string;
}

export const shownServers = (
  scope: ServerScope,
  { path, entries }: FileEntries,
): readonly ToolServer[] =>
  [...entries].map(([name, value]) => shownServer(name, value, { scope, file: path }));
