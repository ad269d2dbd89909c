import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';

async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    // whatever keeps it from being looked at keeps it from being started
    return false;
  }
}

/** The absolute path of the first of these programs that is on PATH. Relative folders of PATH do not count: a repository must not choose the program. */
export async function findProgram(
  names: readonly string[],
  path: string | undefined,
): Promise<string | undefined> {
  const folders = (path ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
  for (const name of names) {
    for (const folder of folders) {
      const file = join(folder, name);
      if (await isExecutable(file)) return file;
    }
  }
  return undefined;
}
