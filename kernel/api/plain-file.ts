import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

/**
 * The text of a file, in UTF-8. The author of a repository or a folder decides what is at a path: a pipe or a device there would
 * keep a reader waiting for ever. Throws errors of node, for such a thing one with the code `NOT_A_FILE`.
 */
export function readPlainFile(path: string): string {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const info = fstatSync(file);
    // reading a folder fails by itself
    if (!info.isFile() && !info.isDirectory())
      throw Object.assign(new Error(`${path} is not a file`), {
        code: 'NOT_A_FILE',
        syscall: 'open',
      });
    return readFileSync(file, 'utf8');
  } catch (error) {
    // what was open is named by a number only
    throw Object.assign(error as Error, { path });
  } finally {
    closeSync(file);
  }
}
