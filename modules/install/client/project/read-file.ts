import { closeSync, constants, fstatSync, openSync, readFileSync, readSync } from 'node:fs';

/** Larger files get memory of their own. */
const MAX_SMALL = 256 * 1024;
const BLOCK = 1024 * 1024;

/** Provides memory for the content of a small file. */
export type TakeMemory = (size: number) => Buffer;

/** For contents that are kept: parts of large blocks, because thousands of small buffers cost more than reading into them. */
export function keptMemory(): TakeMemory {
  let [block, used] = [Buffer.alloc(0), 0];
  return (size) => {
    if (used + size > block.length) [block, used] = [Buffer.allocUnsafeSlow(BLOCK), 0];
    used += size;
    return block.subarray(used - size, used);
  };
}

/** For files of which one after the other is looked at: each content is valid until the next file is read. */
export function reusedMemory(): TakeMemory {
  let memory = Buffer.alloc(0);
  return (size) => {
    if (memory.length < size) memory = Buffer.allocUnsafeSlow(size);
    return memory.subarray(0, size);
  };
}

/** Reads a file that was listed as one: if a link or a pipe has replaced it, it is neither followed nor waited for. */
export function readUnfollowed(path: string, take: TakeMemory): { mode: number; content: Buffer } {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  try {
    const { mode, size } = fstatSync(file);
    return { mode, content: readOpen(file, size, take) };
  } finally {
    closeSync(file);
  }
}

/** Of a file that grows meanwhile the bytes that it had. */
function readOpen(file: number, size: number, take: TakeMemory): Buffer {
  // some file systems say 0 where they do not know
  if (size === 0 || size > MAX_SMALL) return readFileSync(file);
  const memory = take(size);
  let length = 0;
  while (length < size) {
    const more = readSync(file, memory, length, size - length, null);
    if (more === 0) break;
    length += more;
  }
  return memory.subarray(0, length);
}
