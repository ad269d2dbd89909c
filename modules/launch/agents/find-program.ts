import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    // whatever keeps it from being looked at keeps it from being started
    return false;
  }
}

/** The file of the first of these programs that is on PATH, as an absolute path unless PATH has relative folders. */
export async function findProgram(
  names: readonly string[],
  path: string | undefined,
): Promise<string | undefined> {
  const folders = (path ?? '').split(delimiter).filter((folder) => folder !== '');
  for (const name of names) {
    for (const folder of folders) {
      const file = join(folder, name);
      if (await isExecutable(file)) return file;
    }
  }
  return undefined;
}
