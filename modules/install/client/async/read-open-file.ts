import { readFileSync, readSync } from 'node:fs';

/** Larger ones are read into memory of their own. */
const MAX_SMALL = 256 * 1024;
const SLAB = 1024 * 1024;

/** Where the bytes of a small file go. */
export type TakeMemory = (size: number) => Buffer;

/** The bytes of an open file of a known size; of one that has grown since, as many. */
export function readOpenFile(file: number, size: number, take: TakeMemory): Buffer {
  // some file systems say 0 where they do not know
  if (size === 0 || size > MAX_SMALL) return readFileSync(file);
  const memory = take(size);
  let length = 0;
  while (length < size) {
    const more = readSync(file, memory, length, size - length, null);
    if (more === 0) break;
    length += more;
  }
  return length === size ? memory : memory.subarray(0, length);
}

/** Memory for files that are kept: a piece of a large block, as thousands of small ones keep the garbage collector busy. */
export function keptMemory(): TakeMemory {
  let [slab, used] = [Buffer.alloc(0), 0];
  return (size) => {
    if (used + size > slab.length) [slab, used] = [Buffer.allocUnsafeSlow(SLAB), 0];
    used += size;
    return slab.subarray(used - size, used);
  };
}

/** Memory for files that are looked at one after the other: always the same. */
export function sharedMemory(): TakeMemory {
  let memory = Buffer.alloc(0);
  return (size) => {
    if (memory.length < size) memory = Buffer.allocUnsafeSlow(size);
    return memory.subarray(0, size);
  };
}
