import { usageError } from 'svc-registry/kernel';
import { parsedUrl } from '../../../../toolbox/parsed-url.js';
import type { AddServerInput } from '../../contract/inputs.js';

const VARIABLE = /^[A-Za-z_]\w*$/;
/** What HTTP allows in a header's name. */
const HEADER = /^[\w!#$%&'*+.^`|~-]+$/;

const reject = (what: string, hint?: string): never => {
  throw usageError({ what, ...(hint !== undefined && { hint }) });
};

/** `KEY=VALUE`, or `KEY` for a reference to the variable. No message repeats a value. */
function variable(text: string): readonly [string, string] {
  const at = text.indexOf('=');
  const name = at === -1 ? text : text.slice(0, at);
  if (!VARIABLE.test(name))
    reject(
      at === -1 ? '--env must be KEY=VALUE or KEY.' : `--env: "${name}" is no name of a variable.`,
    );
  return [name, at === -1 ? `\${${name}}` : text.slice(at + 1)];
}

function header(text: string): readonly [string, string] {
  const at = text.indexOf(':');
  const name = text.slice(0, at).trim();
  if (at === -1 || !HEADER.test(name)) reject("--header must be 'Name: value'.");
  const value = text.slice(at + 1).trim();
  if (/\p{Cc}/u.test(value)) reject(`--header ${name}: the value has a control character.`);
  return [name, value];
}

const texts = (
  key: string,
  pairs: readonly (readonly [string, string])[],
): Readonly<Record<string, unknown>> =>
  pairs.length === 0 ? {} : { [key]: Object.fromEntries(pairs) };

type Entry = Readonly<Record<string, unknown>>;

function addressEntry(
  url: string,
  { env: variables = [], header: headers = [] }: AddServerInput,
): Entry {
  if (variables.length > 0) reject('--env is for a command; with --url use --header.');
  if (!/^https?:$/.test(parsedUrl(url)?.protocol ?? '')) reject('--url must be an http(s) URL.');
  return { type: 'http', url, ...texts('headers', headers.map(header)) };
}

function programEntry(
  [command = '', ...args]: readonly string[],
  { env: variables = [], header: headers = [] }: AddServerInput,
): Entry {
  if (command === '')
    reject(
      'Give either --url <url> or a command.',
      'The command stands behind `--`: `svc agent mcp add <name> -- <command> [args...]`.',
    );
  if (headers.length > 0) reject('--header is for --url; with a command use --env.');
  return { type: 'stdio', command, args, ...texts('env', variables.map(variable)) };
}

/** The entry for what was typed, as `.mcp.json` has it. Throws a usage error for what does not go together. */
export function newEntry(input: AddServerInput): Entry {
  const { url, command = [] } = input;
  if (url === undefined) return programEntry(command, input);
  if (command.length > 0) reject('A tool server has either --url or a command, not both.');
  return addressEntry(url, input);
}
