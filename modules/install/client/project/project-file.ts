import { join } from 'node:path';
import { readPlainFile } from 'svc-registry/kernel';
import { invalidFile } from '../json/json-document.js';

const words: ReadonlyMap<string, string> = new Map([
  ['EISDIR', 'is a folder'],
  ['NOT_A_FILE', 'is neither a file nor a folder'],
  ['ELOOP', 'is a link in a circle'],
  ['EACCES', 'may not be read by you'],
]);

/** The text of a file; of one that cannot be read, for whatever reason, nothing. */
export function readableText(path: string): string {
  try {
    return readPlainFile(path);
  } catch {
    return '';
  }
}

/** The text of a file in the project's root; `undefined` when there is none. Throws `project_file_invalid` when it cannot be read. */
export function readProjectFile(root: string, file: string): string | undefined {
  try {
    return readPlainFile(join(root, file));
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw invalidFile(file, [{ file, message: words.get(code) ?? `cannot be read: ${code}` }]);
  }
}
