import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { invalidFile } from '../json/json-document.js';

const words: ReadonlyMap<string, string> = new Map([
  ['EISDIR', 'is a folder'],
  ['ELOOP', 'is a link in a circle'],
  ['EACCES', 'may not be read by you'],
]);

/** The text of a file in the project's root; `undefined` when there is none. Throws `project_file_invalid` when it cannot be read. */
export async function readProjectFile(root: string, file: string): Promise<string | undefined> {
  try {
    return await readFile(join(root, file), 'utf8');
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw invalidFile(file, [{ file, message: words.get(code) ?? `cannot be read: ${code}` }]);
  }
}
