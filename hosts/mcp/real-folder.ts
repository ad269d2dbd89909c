import { readlink, realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMissing } from '../../toolbox/file-errors.js';

/** The path of a `file:` address; `undefined` for another scheme, another machine or an invalid address. */
export function pathOf(address: string): string | undefined {
  try {
    return fileURLToPath(address);
  } catch {
    return undefined;
  }
}

/** The real path of a folder, with links resolved. Of a folder that does not exist yet, the existing part is resolved. */
export async function realFolder(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    const parent = dirname(path);
    if (parent === path) throw error;
    const folder = join(await realFolder(parent), basename(path));
    // a link may point to a folder that does not exist yet; links in a circle point nowhere
    const target = isMissing(error) ? await readlink(folder).catch(() => undefined) : undefined;
    return target === undefined ? folder : realFolder(resolve(dirname(folder), target));
  }
}

/** Whether the path is the folder or below it. */
export function contains(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

export async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

/** The nearest folder with a `.git`, from `folder` upwards. */
export async function repositoryAround(folder: string): Promise<string | undefined> {
  const isRoot = await stat(join(folder, '.git')).then(
    () => true,
    () => false,
  );
  const parent = dirname(folder);
  if (isRoot) return folder;
  return parent === folder ? undefined : repositoryAround(parent);
}
