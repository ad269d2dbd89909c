import { filePath } from '../plugin/addresses.js';

/** The folders above a file and the file itself, with their addresses; the last one has none. */
export function folderLinks(path: string, file: string): readonly (readonly [string, string])[] {
  const names = file === '' ? [] : file.split('/');
  const below = names.map(
    (name, at) => [name, filePath(path, names.slice(0, at + 1).join('/'))] as const,
  );
  const steps = [['Files', `${path}/files`] as const, ...below];
  return steps.map(([name, href], at) => [name, at === steps.length - 1 ? '' : href]);
}
