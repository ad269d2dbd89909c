import { fileSystemReason } from '../../../toolbox/file-reasons.js';
import { readPlainFile } from '../../../toolbox/plain-file.js';
import { isNowhere } from '../../../toolbox/file-errors.js';
import { isRecord, type Fields } from '../../../toolbox/type-guards.js';
import { settingsUnreadable } from '../contract/errors.js';

/** The object in a JSON file; `undefined` when there is no file. Throws `settings_unreadable` for anything but an object. */
export async function readJsonObject(file: string): Promise<Fields | undefined> {
  let text: string;
  try {
    text = readPlainFile(file);
  } catch (error) {
    // the home of a service account may not be a folder, for example /dev/null
    if (isNowhere(error)) return undefined;
    throw settingsUnreadable({ file, why: fileSystemReason(error) }, { cause: error });
  }
  const value = await parse(text.replace(/^\uFEFF/, ''), file);
  if (!isRecord(value)) throw settingsUnreadable({ file, why: 'it is not a JSON object' });
  return value;
}

/** Reports only the position: the parser's own message quotes the file, which contains secrets. */
async function parse(text: string, file: string): Promise<unknown> {
  try {
    return JSON.parse(text);
  } catch {
    // imported only on failure, because every command reads settings
    const { jsonErrorPosition } = await import('../../../toolbox/json-error.js');
    const position = jsonErrorPosition(text);
    throw settingsUnreadable(
      { file, why: `it is not valid JSON (line ${position?.line ?? 1})` },
      { issues: [{ file, ...position, message: 'is not valid JSON' }] },
    );
  }
}
