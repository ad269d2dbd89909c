import { fileSystemReason, readPlainFile } from 'svc-registry/kernel';
import { isNowhere } from '../../../toolbox/file-errors.js';
import { isRecord, type Fields } from '../../../toolbox/type-guards.js';
import { settingsUnreadable } from '../contract/errors.js';

/** The object in a JSON file; `undefined` when there is no file. Throws `settings_unreadable` for anything but an object. */
export async function readJsonObject(file: string): Promise<Fields | undefined> {
  let text: string;
  try {
    text = readPlainFile(file);
  } catch (error) {
    // a service's home may be no folder at all, such as /dev/null
    if (isNowhere(error)) return undefined;
    throw settingsUnreadable({ file, why: fileSystemReason(error) }, { cause: error });
  }
  const value = await parse(text.replace(/^\uFEFF/, ''), file);
  if (!isRecord(value)) throw settingsUnreadable({ file, why: 'it is no JSON object' });
  return value;
}

/** The parser's own message would quote the file, which holds secrets: only the position is named. */
async function parse(text: string, file: string): Promise<unknown> {
  try {
    return JSON.parse(text);
  } catch {
    // imported when something is wrong: every command reads settings
    const { jsonErrorPosition } = await import('../../../toolbox/json-error.js');
    const position = jsonErrorPosition(text);
    throw settingsUnreadable(
      { file, why: `it is no valid JSON (line ${position?.line ?? 1})` },
      { issues: [{ file, ...position, message: 'is no valid JSON' }] },
    );
  }
}
