import { fileSystemReason, readPlainFile } from 'svc-registry/kernel';
import { settingsUnreadable } from '../contract/errors.js';

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}

/** The object in a JSON file; `undefined` when there is no file. Throws `settings_unreadable` for anything but an object. */
export async function readJsonObject(file: string): Promise<Record<string, unknown> | undefined> {
  let text: string;
  try {
    text = readPlainFile(file);
  } catch (error) {
    // a service's home may be no folder at all, such as /dev/null
    const code = codeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw settingsUnreadable({ file, why: fileSystemReason(error) }, { cause: error });
  }
  const value = await parse(text.replace(/^\uFEFF/, ''), file);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw settingsUnreadable({ file, why: 'it is no JSON object' });
  return value as Record<string, unknown>;
}

/** The parser's own message would quote the file, which holds secrets: only the position is named. */
async function parse(text: string, file: string): Promise<unknown> {
  try {
    return JSON.parse(text);
  } catch {
    const { jsonErrorPosition: jsonErrorPlace } = await import('./json-error-position.js');
    const position = jsonErrorPlace(text);
    throw settingsUnreadable(
      { file, why: `it is no valid JSON (line ${position.line})` },
      { issues: [{ file, ...position, message: 'is no valid JSON' }] },
    );
  }
}
