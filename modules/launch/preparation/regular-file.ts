import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/**
 * Reads a file that others may have replaced by anything. `undefined` when it is no file: a pipe or a device would block the reader for ever.
 * Fails with `ELOOP` for a link.
 */
export async function readRegularFile(
  path: string,
  most: number,
): Promise<Uint8Array | 'too large' | undefined> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  try {
    const info = await file.stat();
    if (!info.isFile()) return undefined;
    return info.size > most ? 'too large' : await file.readFile();
  } finally {
    await file.close();
  }
}
