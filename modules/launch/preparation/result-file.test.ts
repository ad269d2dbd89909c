import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readResultFile } from './result-file.js';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'svc-result-'));
});
afterAll(() => rm(root, { recursive: true }));

it('reads a file, and nothing that stands in its place', async () => {
  const at = (name: string) => join(root, name);
  await writeFile(at('result.json'), '{}');
  await symlink(at('result.json'), at('link'));
  await mkdir(at('folder'));
  execFileSync('mkfifo', [at('pipe')]);
  await writeFile(at('large'), '');
  await truncate(at('large'), 1024 * 1024 + 1);
  expect(Buffer.from((await readResultFile(at('result.json'))) as Uint8Array).toString()).toBe(
    '{}',
  );
  for (const name of ['link', 'folder', 'pipe', 'absent', 'result.json/x'])
    expect([name, await readResultFile(at(name))]).toEqual([name, undefined]);
  expect(await readResultFile(at('large'))).toBe('too large');
});
