import { parse, type ParseError } from 'jsonc-parser';
import { codeOf } from '../../../../toolbox/file-errors.js';
import { readPlainFile } from '../../../../toolbox/plain-file.js';
import { fieldsOf, isRecord } from '../../../../toolbox/type-guards.js';
import { entryHash } from '../../session/entry-hash.js';
import { serverEntry, type ServerEntry } from '../../session/server-entry.js';
import type { SessionOptions } from '../../session/session-options.js';

type Env = Readonly<Record<string, string | undefined>>;

/** A server that is started, and where a relative program of it is found. */
export interface NamedEntry extends ServerEntry {
  readonly name: string;
}

/** Entries of a file by name; none when the file is missing. Throws an error for a person when it is broken. */
function entriesIn(file: string): readonly (readonly [string, unknown])[] {
  let text: string;
  try {
    text = readPlainFile(file).replace(/^\uFEFF/, '');
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return [];
    throw error;
  }
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
  if (errors.length > 0)
    throw new Error(`${file} is not valid JSON; its tool servers are left out.`);
  const { mcpServers } = fieldsOf(value);
  return isRecord(mcpServers) ? Object.entries(mcpServers) : [];
}

const VARIABLE = /\$\{([A-Za-z_]\w*)(?::-([^}]*))?\}/g;

/** The text with its variables filled in. Throws for one that is not set and has no default. */
function filled(text: string, env: Env): string {
  return text.replaceAll(VARIABLE, (_all, name: string, fallback: string | undefined) => {
    const value = env[name] ?? fallback;
    if (value === undefined) throw new Error(`the variable ${name} is not set`);
    return value;
  });
}

/** An entry with the variables of its texts filled in. */
export function filledEntry(entry: NamedEntry, env: Env): NamedEntry {
  const fill = (text: string): string => filled(text, env);
  const all = (texts: ReadonlyMap<string, string>): ReadonlyMap<string, string> =>
    new Map([...texts].map(([name, text]) => [name, fill(text)]));
  return {
    ...entry,
    command: entry.command === null ? null : fill(entry.command),
    args: entry.args.map(fill),
    env: all(entry.env),
    url: entry.url === null ? null : fill(entry.url),
    headers: all(entry.headers),
  };
}

/** The servers of a session. The project's stand before the user's of the same name, and count only while they are what was agreed to. */
export function readServers(
  { userServers, projectServers, agreed }: SessionOptions,
  warn: (text: string) => void,
): readonly NamedEntry[] {
  const read = (file: string): ReturnType<typeof entriesIn> => {
    try {
      return entriesIn(file);
    } catch (error) {
      warn((error as Error).message);
      return [];
    }
  };
  const project = read(projectServers).filter(
    ([name, value]) => Object.hasOwn(agreed, name) && agreed[name] === entryHash(value),
  );
  const entries = new Map([...read(userServers), ...project]);
  return [...entries].map(([name, value]) => ({ name, ...serverEntry(value) }));
}
