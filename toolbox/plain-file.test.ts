import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readPlainFile } from './plain-file.js';

describe('a plain file', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'svc-plain-file-'));
    await writeFile(join(folder, 'text'), 'où ?\n');
    await symlink('text', join(folder, 'link'));
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    await symlink('pipe', join(folder, 'link-to-pipe'));
    await symlink('/dev/zero', join(folder, 'link-to-device'));
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each(['text', 'link'])('is read: %s', (name) => {
    expect(readPlainFile(join(folder, name))).toBe('où ?\n');
  });

  it.each([
    ['pipe', 'NOT_A_FILE'],
    ['link-to-pipe', 'NOT_A_FILE'],
    ['link-to-device', 'NOT_A_FILE'],
    ['.', 'EISDIR'],
    ['nothing', 'ENOENT'],
    ['text/below', 'ENOTDIR'],
  ])('is not %s: %s', (name, code) => {
    const path = join(folder, name);
    expect(() => readPlainFile(path)).toThrow(expect.objectContaining({ code, path }));
  });
});
