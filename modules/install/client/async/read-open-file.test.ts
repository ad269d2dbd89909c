import { closeSync, openSync } from 'node:fs';
import { appendFile, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { keptMemory, readOpenFile, sharedMemory, type TakeMemory } from './read-open-file.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-read-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const bytesOf = (size: number): Buffer =>
  Buffer.from(Array.from({ length: size }, (_, index) => (index * 31 + size) % 251));

/** `meanwhile` happens after the size was found out. */
async function read(
  content: Buffer,
  take: TakeMemory,
  meanwhile?: (path: string) => Promise<void>,
): Promise<Buffer> {
  const path = join(folder, 'file');
  await writeFile(path, content);
  const file = openSync(path, 'r');
  try {
    await meanwhile?.(path);
    return readOpenFile(file, content.length, take);
  } finally {
    closeSync(file);
  }
}

describe('open files', () => {
  it.each([
    ['kept', keptMemory],
    ['shared', sharedMemory],
  ])('of any size are read whole into memory that is %s', async (_kind, memory) => {
    const take = memory();
    for (const size of [0, 1, 5000, 256 * 1024, 256 * 1024 + 1, 3_000_000, 200_000]) {
      expect((await read(bytesOf(size), take)).equals(bytesOf(size))).toBe(true);
    }
  });

  it('that are kept do not share bytes', async () => {
    const take = keptMemory();
    const sizes = Array.from({ length: 60 }, (_, index) => 1 + index * 4001);
    const all: Buffer[] = [];
    for (const size of sizes) all.push(await read(bytesOf(size), take));
    expect(all.map((bytes, index) => bytes.equals(bytesOf(sizes[index] ?? 0)))).toEqual(
      sizes.map(() => true),
    );
  });

  it('are what they were, or what is left of them, when somebody changes their length', async () => {
    const content = bytesOf(9000);
    expect(
      (await read(content, keptMemory(), (path) => appendFile(path, 'more'))).equals(content),
    ).toBe(true);
    expect(
      (await read(content, keptMemory(), (path) => truncate(path, 10))).equals(
        content.subarray(0, 10),
      ),
    ).toBe(true);
  });
});
