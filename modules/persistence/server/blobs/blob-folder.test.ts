import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { BlobFolder } from './blob-folder.js';
import { localFiles, type DurableFiles } from './durable-files.js';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

let folder: string;

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'svc-blobs-')), 'blobs');
});

afterEach(async () => {
  await rm(join(folder, '..'), { recursive: true, force: true });
});

async function prepared(files?: DurableFiles): Promise<BlobFolder> {
  const store = new BlobFolder(folder, files);
  await store.prepare(new Date());
  return store;
}

const pathOf = (hash: string): string => join(folder, hash.slice(0, 2), hash.slice(2));

/** The real files; keeps a list of what was done, and lets the n-th step fail. */
function observed(failing?: { step: string; code: string }): {
  files: DurableFiles;
  steps: string[];
} {
  const steps: string[] = [];
  const note = (step: string): void => {
    if (failing?.step === step)
      throw Object.assign(new Error(failing.code), { code: failing.code });
    steps.push(step);
  };
  const files: DurableFiles = {
    ...localFiles,
    async write(file, content) {
      await localFiles.write(file, content);
      note('write');
    },
    async rename(from, to) {
      await localFiles.rename(from, to);
      note(`rename ${basename(to)}`);
    },
    async syncFolder(path) {
      await localFiles.syncFolder(path);
      note(`sync ${basename(path)}`);
    },
  };
  return { files, steps };
}

/** Waits until a file that is changed now has another time than that one: the clock of a file system is coarse. */
async function laterThan({ ctimeMs }: Stats): Promise<void> {
  const probe = join(folder, 'tmp', 'probe');
  do await writeFile(probe, '');
  while ((await stat(probe)).ctimeMs <= ctimeMs);
}

async function readAll(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts).toString();
}

describe('a blob folder', () => {
  it('keeps contents by their hash', async () => {
    const store = await prepared();
    const refs = await store.putAll([bytes('one'), bytes(''), bytes('one')]);
    expect(refs).toEqual([
      { sha256: sha256('one'), size: 3 },
      { sha256: sha256(''), size: 0 },
      { sha256: sha256('one'), size: 3 },
    ]);
    expect(Buffer.from(await store.read(sha256('one'))).toString()).toBe('one');
    expect(await readAll(await store.open(sha256('one')))).toBe('one');
    expect(await readdir(join(folder, 'tmp'))).toEqual([]);
    expect((await stat(pathOf(sha256('one')))).mode & 0o777).toBe(0o600);
  });

  it('answers only when content, name and folder are on the disk, in this order', async () => {
    const { files, steps } = observed();
    const store = await prepared(files);
    expect(steps).toEqual(['sync blobs', `sync ${basename(join(folder, '..'))}`]);
    steps.length = 0;
    await store.put(bytes('one'));
    const hash = sha256('one');
    expect(steps).toEqual(['write', `rename ${hash.slice(2)}`, `sync ${hash.slice(0, 2)}`]);
  });

  it('does not write what it has, but makes sure of its name once', async () => {
    await (await prepared()).put(bytes('one'));
    const { files, steps } = observed();
    const store = await prepared(files);
    await store.put(bytes('one'));
    expect(steps).toEqual([`sync ${sha256('one').slice(0, 2)}`]);
    await store.put(bytes('one'));
    expect(steps).toHaveLength(1);
  });

  it('makes sure of a name again when a sync of its folder failed', async () => {
    await (await prepared()).put(bytes('one'));
    const sync = `sync ${sha256('one').slice(0, 2)}`;
    const failing = { step: sync, code: 'EIO' };
    const { files, steps } = observed(failing);
    const store = await prepared(files);
    await expect(store.put(bytes('one'))).rejects.toMatchObject({ code: 'storage_unavailable' });
    failing.step = 'nothing';
    await store.put(bytes('one'));
    expect(steps).toEqual([sync]);
  });

  it.each<[string, (path: string) => Promise<void>]>([
    ['removed and stored again', (path) => rm(path).then(() => writeFile(path, 'one'))],
    [
      'replaced by a new file',
      (path) => writeFile(`${path}.new`, 'one').then(() => rename(`${path}.new`, path)),
    ],
    [
      'set aside and brought back',
      async (path) => {
        const aside = join(folder, 'aside', sha256('one'));
        await rename(path, aside);
        await rename(aside, path);
      },
    ],
  ])('makes sure of a name again after another process has %s', async (_what, change) => {
    const { files, steps } = observed();
    const store = await prepared(files);
    await store.put(bytes('one'));
    await store.put(bytes('one'));
    const before = await stat(pathOf(sha256('one')));
    await laterThan(before);
    await change(pathOf(sha256('one')));
    const { ino, ctimeMs } = await stat(pathOf(sha256('one')));
    expect({ ino, ctimeMs }).not.toEqual({ ino: before.ino, ctimeMs: before.ctimeMs });
    steps.length = 0;
    await store.put(bytes('one'));
    expect(steps).toEqual([`sync ${sha256('one').slice(0, 2)}`]);
  });

  it('brings back what waits for its deletion, and makes sure of its name', async () => {
    const { files, steps } = observed();
    const store = await prepared(files);
    await store.putAll([bytes('one'), bytes('two')]);
    await rename(pathOf(sha256('one')), join(folder, 'aside', sha256('one')));
    steps.length = 0;
    await store.put(bytes('one'));
    expect(steps).toEqual([
      `rename ${sha256('one').slice(2)}`,
      `sync ${sha256('one').slice(0, 2)}`,
    ]);
    expect(await readdir(join(folder, 'aside'))).toEqual([]);
  });

  it.each([0, 1, 64 * 1024, 64 * 1024 + 1, 200_000])(
    'streams a content of %i bytes, also one that waits for its deletion',
    async (size) => {
      const store = await prepared();
      const text = 'x'.repeat(size);
      const { sha256: hash } = await store.put(bytes(text));
      const inPlace = [await store.open(hash), await store.open(hash, size)];
      expect(await Promise.all(inPlace.map(readAll))).toEqual([text, text]);
      await rename(pathOf(hash), join(folder, 'aside', hash));
      const aside = [await store.open(hash), await store.open(hash, size)];
      expect(await Promise.all(aside.map(readAll))).toEqual([text, text]);
      await rm(join(folder, 'aside', hash));
      await expect(store.open(hash, size)).rejects.toMatchObject({ code: 'blob_missing' });
    },
  );

  it('reads no more of a file than shows that it has another length', async () => {
    const store = await prepared();
    const { sha256: hash } = await store.put(bytes('whole'));
    await writeFile(pathOf(hash), 'whole and more');
    expect(await readAll(await store.open(hash, 5))).toBe('whole ');
    await writeFile(pathOf(hash), 'who');
    expect(await readAll(await store.open(hash, 5))).toBe('who');
  });

  it('syncs a folder once, however many contents it receives', async () => {
    const { files, steps } = observed();
    await (
      await prepared(files)
    ).putAll(Array.from({ length: 600 }, (_, at) => bytes(`content ${at}`)));
    const synced = steps.filter((step) => step.startsWith('sync '));
    expect(new Set(synced).size).toBe(synced.length);
  });

  it('has few files open at a time, however many contents come at once', async () => {
    let [open, most] = [0, 0];
    const counted = async <T>(work: () => Promise<T>): Promise<T> => {
      most = Math.max(most, ++open);
      return work().finally(() => open--);
    };
    const files: DurableFiles = {
      ...localFiles,
      write: (file, content) => counted(() => localFiles.write(file, content)),
      syncFolder: (path) => counted(() => localFiles.syncFolder(path)),
    };
    const store = await prepared(files);
    const plugin = (name: string) => Array.from({ length: 300 }, (_, at) => bytes(`${name} ${at}`));
    await Promise.all(['a', 'b', 'c'].map((name) => store.putAll(plugin(name))));
    expect(most).toBeLessThanOrEqual(16);
    expect(open).toBe(0);
  });

  it('replaces a content whose file was cut off', async () => {
    const store = await prepared();
    const { sha256: hash } = await store.put(bytes('whole'));
    await writeFile(pathOf(hash), 'who');
    await store.put(bytes('whole'));
    expect(await readFile(pathOf(hash), 'utf8')).toBe('whole');
  });

  it('notices a damaged content', async () => {
    const store = await prepared();
    const { sha256: hash } = await store.put(bytes('whole'));
    await writeFile(pathOf(hash), 'wrong');
    await expect(store.read(hash)).rejects.toMatchObject({ code: 'blob_corrupt' });
  });

  it.each([sha256('never stored'), '', '../../etc/passwd', 'A'.repeat(64), `${sha256('x')}/..`])(
    'has no content "%s"',
    async (hash) => {
      const store = await prepared();
      await expect(store.read(hash)).rejects.toMatchObject({ code: 'blob_missing' });
      await expect(store.open(hash)).rejects.toMatchObject({ code: 'blob_missing' });
    },
  );

  it('knows what it has', async () => {
    const store = await prepared();
    const { sha256: hash } = await store.put(bytes('one'));
    expect([await store.has(hash), await store.has(sha256('two'))]).toEqual([true, false]);
  });

  it.each([
    { step: 'write', code: 'ENOSPC', expected: 'insufficient_storage' },
    { step: 'write', code: 'EDQUOT', expected: 'insufficient_storage' },
    { step: 'write', code: 'EROFS', expected: 'storage_unavailable' },
    { step: 'write', code: 'EIO', expected: 'storage_unavailable' },
    { step: `rename ${sha256('one').slice(2)}`, code: 'EIO', expected: 'storage_unavailable' },
    { step: `sync ${sha256('one').slice(0, 2)}`, code: 'EIO', expected: 'storage_unavailable' },
  ])(
    'fails when $step fails with $code, leaves nothing behind, and a second try succeeds',
    async ({ step, code, expected }) => {
      const broken = await prepared(observed({ step, code }).files);
      await expect(broken.putAll([bytes('one'), bytes('two')])).rejects.toMatchObject({
        code: expected,
      });
      expect(await readdir(join(folder, 'tmp'))).toEqual([]);

      const store = await prepared();
      await store.putAll([bytes('one'), bytes('two')]);
      expect(Buffer.from(await store.read(sha256('one'))).toString()).toBe('one');
    },
  );

  it('stores one content many times at once', async () => {
    const store = await prepared();
    const refs = await Promise.all(Array.from({ length: 30 }, () => store.put(bytes('same'))));
    expect(new Set(refs.map((ref) => ref.sha256)).size).toBe(1);
    expect(await readAll(await store.open(sha256('same')))).toBe('same');
  });

  it('removes what an interrupted write has left, but nothing that may still be written', async () => {
    await mkdir(join(folder, 'tmp'), { recursive: true });
    await writeFile(join(folder, 'tmp', 'old'), 'x');
    await writeFile(join(folder, 'tmp', 'young'), 'x');
    const twoHoursAgo = new Date(Date.now() - 7_200_000);
    await utimes(join(folder, 'tmp', 'old'), twoHoursAgo, twoHoursAgo);
    await prepared();
    expect(await readdir(join(folder, 'tmp'))).toEqual(['young']);
  });
});
