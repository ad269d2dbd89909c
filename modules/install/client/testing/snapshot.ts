import { lstat, readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';

/** Everything below a folder as text: path → content, link target, or `folder` where it is empty. */
export async function snapshot(folder: string, inner = ''): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  const names = (await readdir(join(folder, inner))).sort();
  if (names.length === 0 && inner !== '') found[inner] = 'folder';
  for (const name of names) {
    const path = inner === '' ? name : `${inner}/${name}`;
    const info = await lstat(join(folder, path));
    if (info.isSymbolicLink()) found[path] = `-> ${await readlink(join(folder, path))}`;
    else if (info.isDirectory()) Object.assign(found, await snapshot(folder, path));
    else
      found[path] =
        `${(info.mode & 0o777).toString(8)} ${await readFile(join(folder, path), 'utf8')}`;
  }
  return found;
}
