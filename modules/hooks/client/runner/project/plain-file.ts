import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

/** Bytes; more is no lock, manifest or settings of an agent. */
const LARGEST = 32 * 1024 * 1024;

/**
 * The text of a file. A repository says which files there are and where links lead: a pipe or a device in the place of one would let the
 * agent wait for ever. Throws an error of node, or one with words for people.
 */
export function readPlainFile(path: string): string {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const info = fstatSync(file);
    if (!info.isFile()) throw new Error('it is no file');
    if (info.size > LARGEST) throw new Error(`it has more than ${LARGEST / 1024 / 1024} MiB`);
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}
