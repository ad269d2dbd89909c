import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

/** Reads a file that was listed as one: if a link or a pipe has replaced it, it is neither followed nor waited for. */
export function readUnfollowed(path: string): { mode: number; content: Buffer } {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  try {
    return { mode: fstatSync(file).mode, content: readFileSync(file) };
  } finally {
    closeSync(file);
  }
}
