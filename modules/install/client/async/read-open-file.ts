import { readFileSync, readSync } from 'node:fs';

/** Larger files get a buffer of their own. */
const MAX_SMALL = 256 * 1024;
const SLAB = 1024 * 1024;

/** Provides the buffer for a small file. */
export type TakeMemory = (size: number) => Buffer;

/** Reads an open file of a known size; if it has grown since, reads only that many bytes. */
export function readOpenFile(file: number, size: number, take: TakeMemory): Buffer {
  // some file systems report size 0 when they do not know it
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

/** Buffers for contents that are kept: slices of a large block, because thousands of small buffers slow garbage collection. */
export function keptMemory(): TakeMemory {
  let [slab, used] = [Buffer.alloc(0), 0];
  return (size) => {
    if (used + size > slab.length) [slab, used] = [Buffer.allocUnsafeSlow(SLAB), 0];
    used += size;
    return slab.subarray(used - size, used);
  };
}

/** One buffer, reused for files that are read one after the other. */
export function sharedMemory(): TakeMemory {
  let memory = Buffer.alloc(0);
  return (size) => {
    if (memory.length < size) memory = Buffer.allocUnsafeSlow(size);
    return memory.subarray(0, size);
  };
}
