import { readFile } from 'node:fs/promises';
import { settingsUnreadable } from '../contract/errors.js';

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}

/** The object in a JSON file; `undefined` when there is no file. Throws `settings_unreadable` for anything but an object. */
export async function readJsonObject(file: string): Promise<Record<string, unknown> | undefined> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw settingsUnreadable({ file, why: `the system says ${String(codeOf(error))}` }, { cause: error });
  }
  const value = parse(text, file);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw settingsUnreadable({ file, why: 'it is no JSON object' });
  return value as Record<string, unknown>;
}

/** The parser's own message would quote the file, which holds secrets. */
function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw settingsUnreadable({ file, why: 'it is no valid JSON' });
  }
}
