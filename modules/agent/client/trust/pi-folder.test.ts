import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { piFolderHash } from './pi-folder.js';

let cwd: string;
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'svc-pi-folder-'));
  await mkdir(join(cwd, '.pi', 'extensions'), { recursive: true });
});
afterEach(() => rm(cwd, { recursive: true }));

const extension = (name: string, text: string) =>
  writeFile(join(cwd, '.pi', 'extensions', name), text);

it('is the same for the same files, and another one for others', async () => {
  expect(await piFolderHash(cwd)).toBeUndefined();
  await extension('a.ts', '1');
  const first = await piFolderHash(cwd);
  expect(await piFolderHash(cwd)).toBe(first);
  await extension('a.ts', '2');
  expect(await piFolderHash(cwd)).not.toBe(first);
});

it('is never the same where there is too much to read', async () => {
  await extension('large.ts', ' '.repeat(2_000_000));
  expect(await piFolderHash(cwd)).not.toBe(await piFolderHash(cwd));
  await extension('large.ts', '');
  for (let n = 0; n < 201; n += 1) await extension(`${n}.ts`, '');
  expect(await piFolderHash(cwd)).not.toBe(await piFolderHash(cwd));
});
