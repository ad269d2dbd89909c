import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { isSound } from './blob-inspection.js';
import { BlobFolder } from './blob-folder.js';
import { GRACE_MS, sweepBlobs, type Swept } from './blob-sweep.js';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

let folder: string;
let store: BlobFolder;
let now: Date;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-sweep-'));
  store = new BlobFolder(folder);
  now = new Date();
  await store.prepare(now);
});

afterEach(() => rm(folder, { recursive: true, force: true }));

/** Lets time go by: files keep the time of the system, so the sweep is given a later one. */
const later = (days: number): Date => (now = new Date(now.getTime() + days * GRACE_MS + 1000));

async function* pages(texts: readonly string[]): AsyncGenerator<readonly string[]> {
  const hashes = texts.map(sha256).sort();
  for (let at = 0; at < hashes.length; at += 2)
    yield await Promise.resolve(hashes.slice(at, at + 2));
}

const sweep = (referenced: readonly string[] = []): Promise<Swept> =>
  sweepBlobs(store.paths, {
    referenced: pages(referenced),
    now,
    signal: new AbortController().signal,
  });

describe('a sweep of the blob folder', () => {
  it('leaves alone what rows point at, and what is young', async () => {
    await store.putAll(['a', 'b', 'c'].map(bytes));
    expect(await sweep()).toEqual({ aside: 0, back: 0, deleted: 0 });
    later(10);
    expect(await sweep(['a', 'b', 'c'])).toEqual({ aside: 0, back: 0, deleted: 0 });
  });

  it('sets aside what no row points at, where it is found, and deletes it a day later', async () => {
    await store.putAll(['a', 'b'].map(bytes));
    later(1);
    expect(await sweep(['a'])).toEqual({ aside: 1, back: 0, deleted: 0 });
    expect(await store.has(sha256('b'))).toBe(true);
    expect(Buffer.from(await store.read(sha256('b'))).toString()).toBe('b');
    expect(await isSound(store, sha256('b'))).toBe(true);
    expect(await sweep(['a'])).toEqual({ aside: 0, back: 0, deleted: 0 });
    later(1);
    expect(await sweep(['a'])).toEqual({ aside: 0, back: 0, deleted: 1 });
    expect(await store.has(sha256('b'))).toBe(false);
    expect(await store.has(sha256('a'))).toBe(true);
  });

  it('puts back what a row points at again', async () => {
    await store.put(bytes('a'));
    later(1);
    await sweep();
    expect(await sweep(['a'])).toEqual({ aside: 0, back: 1, deleted: 0 });
    expect(await readdir(join(folder, 'aside'))).toEqual([]);
    later(2);
    expect(await sweep(['a'])).toEqual({ aside: 0, back: 0, deleted: 0 });
  });

  it('loses nothing that is stored anew meanwhile: its age begins again', async () => {
    await store.put(bytes('a'));
    later(1);
    await sweep();
    await store.put(bytes('a'));
    expect(await readdir(join(folder, 'aside'))).toEqual([]);
    now = new Date();
    expect(await sweep()).toEqual({ aside: 0, back: 0, deleted: 0 });
  });

  it('and everybody who stores the same contents at the same time: what was answered is there', async () => {
    const texts = Array.from({ length: 40 }, (_, at) => `content ${at}`);
    const old = new Date(Date.now() - 3 * GRACE_MS);
    now = new Date();
    for (let round = 0; round < 10; round += 1) {
      await store.putAll(texts.map(bytes));
      // half of them are old where they are, half have waited aside for long
      for (const [at, text] of texts.entries()) {
        await utimes(store.paths.of(sha256(text)), old, old);
        if (at % 2 === 0) continue;
        await sweepOne(text, old);
      }
      const acknowledged: string[] = [];
      const storing = texts.map(async (text) => {
        await store.put(bytes(text));
        acknowledged.push(text);
      });
      await Promise.all([sweep(), sweep(), ...storing, sweep()]);
      const missing = [];
      for (const text of acknowledged) if (!(await store.has(sha256(text)))) missing.push(text);
      expect({ round, missing }).toEqual({ round, missing: [] });
      expect(await sweep(texts)).toMatchObject({ deleted: 0 });
      for (const text of texts) expect(await isSound(store, sha256(text))).toBe(true);
    }
  });

  async function sweepOne(text: string, when: Date): Promise<void> {
    const aside = store.paths.aside(sha256(text));
    await writeFile(aside, text);
    await rm(store.paths.of(sha256(text)));
    await utimes(aside, when, when);
  }

  it('touches nothing but contents', async () => {
    const stranger = join(folder, 'ab', 'notes.txt');
    await writeFile(stranger, 'mine');
    await utimes(stranger, new Date(0), new Date(0));
    later(5);
    expect(await sweep()).toEqual({ aside: 0, back: 0, deleted: 0 });
    expect((await stat(stranger)).size).toBe(4);
  });
});
