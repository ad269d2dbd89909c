import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

/**
 * Reads a text file in UTF-8. The author of a repository controls its paths, and a pipe or a device there would block the reader for ever.
 * Throws node's errors, or one with the code `NOT_A_FILE` for anything that is not a regular file.
 */
export function readPlainFile(path: string): string {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const info = fstatSync(file);
    // reading a folder fails with an error of its own
    if (!info.isFile() && !info.isDirectory())
      throw Object.assign(new Error(`${path} is not a file`), {
        code: 'NOT_A_FILE',
        syscall: 'open',
      });
    return readFileSync(file, 'utf8');
  } catch (error) {
    // errors of an open file do not name its path
    throw Object.assign(error as Error, { path });
  } finally {
    closeSync(file);
  }
}
