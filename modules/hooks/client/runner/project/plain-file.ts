import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

/** Bytes; no lock, manifest or settings file of an agent is larger. */
const LARGEST = 32 * 1024 * 1024;

/**
 * Reads a text file. A repository controls its files and links: opening a pipe or a device would block the agent for ever. Throws an error of
 * node, or one with words for people.
 */
export function readPlainFile(path: string): string {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const info = fstatSync(file);
    if (!info.isFile()) throw new Error('it is not a file');
    if (info.size > LARGEST) throw new Error(`it has more than ${LARGEST / 1024 / 1024} MiB`);
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}
