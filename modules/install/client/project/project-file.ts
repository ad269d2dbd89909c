import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isSvcError } from 'svc-registry/kernel';
import { fileSystemReason } from '../../../../toolbox/file-reasons.js';
import { readPlainFile } from '../../../../toolbox/plain-file.js';
import { positionAt } from '../../../../toolbox/text-position.js';
import { invalidFile } from '../json/json-document.js';

const words: ReadonlyMap<string, string> = new Map([
  ['EISDIR', 'is a folder'],
  ['NOT_A_FILE', 'is neither a file nor a folder'],
  ['ELOOP', 'is a link in a circle'],
  ['EACCES', 'may not be read by you'],
]);

/** Replacement character for undecodable bytes. */
const UNREADABLE = '\uFFFD';

/** The text of a file; empty if the file cannot be read for any reason. */
export function readableText(path: string): string {
  try {
    return readPlainFile(path);
  } catch {
    return '';
  }
}

/** The text of a file in the project's root; `undefined` when there is none. Throws `project_file_invalid` when it cannot be read. */
export function readProjectFile(root: string, file: string): string | undefined {
  const path = join(root, file);
  try {
    const text = readPlainFile(path);
    if (text.includes(UNREADABLE)) assertUtf8(file, readFileSync(path));
    return text;
  } catch (error) {
    if (isSvcError(error)) throw error;
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw invalidFile(file, [
      { file, message: words.get(code) ?? `cannot be read: ${fileSystemReason(error)}` },
    ]);
  }
}

/** JSON must be UTF-8: rewriting another encoding would lose characters. */
function assertUtf8(file: string, bytes: Buffer): void {
  if (isUtf8(bytes)) return;
  const decoded = bytes.toString('utf8');
  const sound = Buffer.from(decoded).findIndex((byte, at) => byte !== bytes[at]);
  const position = positionAt(bytes.subarray(0, sound).toString('utf8'), sound);
  throw invalidFile(file, [
    { file, ...position, message: 'is not in UTF-8, which JSON has to be. Save it as UTF-8' },
  ]);
}
