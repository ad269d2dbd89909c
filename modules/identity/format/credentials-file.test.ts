import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { settingsUnreadable } from '../contract/errors.js';
import { CredentialsFile } from './credentials-file.js';

const credential = {
  token: 'svc_session_secret',
  expiresAt: '2026-04-01T00:00:00.000Z',
  email: 'ann@example.com',
};
const here = 'http://127.0.0.1:4873';
const there = 'https://svc.example.com';

async function modeOf(path: string): Promise<string> {
  return ((await stat(path)).mode & 0o777).toString(8);
}

describe('CredentialsFile', () => {
  let parent: string;
  let home: string;
  let file: CredentialsFile;

  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'svc-credentials-'));
    home = join(parent, '.svc');
    file = new CredentialsFile(home);
  });
  afterEach(() => rm(parent, { recursive: true, force: true }));

  it('keeps credentials by origin and gives each origin only its own', async () => {
    await file.save(here, credential);
    expect(await file.get(here)).toEqual(credential);
    expect(await file.get(there)).toBeUndefined();
    expect(await file.get('http://127.0.0.1:4874')).toBeUndefined();
    expect(await file.get('__proto__')).toBeUndefined();
  });

  it('is private, also without a umask and when it was not before', async () => {
    const before = process.umask(0);
    try {
      await file.save(here, credential);
      expect([await modeOf(home), await modeOf(file.path)]).toEqual(['700', '600']);
      await chmod(file.path, 0o644);
      await chmod(home, 0o755);
      await file.save(there, credential);
      expect([await modeOf(home), await modeOf(file.path)]).toEqual(['700', '600']);
    } finally {
      process.umask(before);
    }
  });

  it('says what is in the way of writing', async () => {
    const nowhere = new CredentialsFile('/dev/null/.svc');
    expect(await nowhere.get(here)).toBeUndefined();
    await expect(nowhere.save(here, credential)).rejects.toMatchObject({
      code: 'settings_unwritable',
      exit: 6,
    });
  });

  it('reads a file that an editor began with a byte order mark, and names the line of what is broken', async () => {
    await file.save(here, credential);
    await writeFile(file.path, `\uFEFF${await readFile(file.path, 'utf8')}`);
    expect(await file.get(here)).toEqual(credential);
    await writeFile(file.path, '{\r\n  "version": 1,\r\n  "origins": { "secret": \r\n');
    await expect(file.get(here)).rejects.toMatchObject({
      code: 'settings_unreadable',
      issues: [{ file: file.path, line: 4 }],
    });
    await expect(file.save(here, credential)).rejects.toMatchObject({
      code: 'settings_unreadable',
    });
  });

  it('removes one origin and keeps the others', async () => {
    await file.save(here, credential);
    await file.save(there, { ...credential, email: 'bob@example.com' });
    await file.remove(here);
    expect(await file.get(here)).toBeUndefined();
    expect(await file.get(there)).toMatchObject({ email: 'bob@example.com' });
  });

  it('loses nothing when many write at once', async () => {
    const origins = Array.from({ length: 12 }, (_, index) => `http://127.0.0.1:${5000 + index}`);
    await Promise.all(origins.map((origin) => new CredentialsFile(home).save(origin, credential)));
    for (const origin of origins) expect(await file.get(origin)).toEqual(credential);
  });

  it.each([
    ['cut off', '{"version":1,"origins":{"http://127.0.0.1:4873":{"token":"svc_session_sec'],
    ['empty', ''],
    ['a list', '[]'],
    ['of another version', '{"version":2,"origins":{}}'],
    ['without origins', '{"version":1}'],
    ['with an odd entry', '{"version":1,"origins":{"http://127.0.0.1:4873":{"token":1}}}'],
  ])('%s: says which file it is, and never overwrites it', async (_name, content) => {
    await file.save(here, credential);
    await writeFile(file.path, content);
    for (const use of [
      () => file.get(here),
      () => file.save(here, credential),
      () => file.remove(here),
    ]) {
      const error: unknown = await use().catch((reason: unknown) => reason);
      expect(settingsUnreadable.is(error)).toBe(true);
      expect((error as Error).message).toContain(file.path);
      expect((error as Error).message).not.toContain('svc_session');
    }
    expect(await readFile(file.path, 'utf8')).toBe(content);
  });
});
