import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Extensions, type HostInfo } from 'svc-registry/kernel';
import { SecretKeys } from './keys.js';
import { SealingSecrets } from './sealing-secrets.js';

const at = { column: 'notes.keys', row: 'row-1' };
const other = { column: 'notes.tokens', row: 'row-1' };
const newKey = (): string => randomBytes(32).toString('base64');

const extensions = {
  of: () => [at, other].map(({ column }) => ({ id: column })),
} as unknown as Extensions;

const secretsOf = (env: HostInfo['env'], folder?: string): SealingSecrets =>
  new SealingSecrets(new SecretKeys({ env }, folder), extensions);

describe('a sealed value', () => {
  const secrets = secretsOf({ SVC_SECRET_KEY: newKey() });

  it.each(['', 'a key', 'ключ 🔑', 'x'.repeat(100_000)])(
    'opens where it was sealed',
    async (text) => {
      const value = await secrets.seal(text, at);
      expect(value).toMatch(/^1\.[0-9a-f]{8}\.[\w-]{16}\.[\w-]+$/);
      expect(await secrets.open(value, at)).toBe(text);
    },
  );

  it('is another one each time', async () => {
    const values = await Promise.all([1, 2, 3].map(() => secrets.seal('a key', at)));
    expect(new Set(values.map((value) => value.slice(11))).size).toBe(3);
  });

  it('does not open in another row or column', async () => {
    const value = await secrets.seal('a key', at);
    for (const moved of [{ ...at, row: 'row-2' }, other])
      await expect(secrets.open(value, moved)).rejects.toMatchObject({
        code: 'secret_unreadable',
        message: expect.stringContaining(`"${moved.column}" in the row "${moved.row}"`),
      });
  });

  it('does not open when any character of it is another', async () => {
    const value = await secrets.seal('a key', at);
    for (let index = 0; index < value.length; index += 1)
      for (const character of ['A', 'B', '0', '.', '~', ''].filter((c) => c !== value[index])) {
        const changed = value.slice(0, index) + character + value.slice(index + 1);
        await expect(secrets.open(changed, at)).rejects.toMatchObject({
          code: 'secret_unreadable',
        });
      }
  });

  it.each([1, 5, 20])('does not open when it is cut by %i characters', async (cut) => {
    const value = await secrets.seal('a key', at);
    await expect(secrets.open(value.slice(0, -cut), at)).rejects.toMatchObject({
      code: 'secret_unreadable',
    });
    await expect(secrets.open(value + 'A'.repeat(cut), at)).rejects.toMatchObject({
      code: 'secret_unreadable',
    });
  });

  it('belongs to a column that rotation knows', async () => {
    await expect(secrets.seal('a key', { column: 'notes.others', row: '1' })).rejects.toThrow(
      'secrets.sealedColumns',
    );
  });
});

describe('the keys', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'svc-secrets-'));
  });

  afterEach(() => rm(folder, { recursive: true }));

  it('come from the setting: the first seals, all of them open', async () => {
    const [older, newer] = [newKey(), newKey()];
    const before = await secretsOf({ SVC_SECRET_KEY: older }, folder).seal('a key', at);
    const both = secretsOf({ SVC_SECRET_KEY: `${newer}, ${older}` }, folder);
    expect(await both.open(before, at)).toBe('a key');
    const after = await both.seal('a key', at);
    const only = secretsOf({ SVC_SECRET_KEY: newer }, folder);
    expect(await only.open(after, at)).toBe('a key');
    await expect(only.open(before, at)).rejects.toMatchObject({
      code: 'secret_unreadable',
      message: expect.stringContaining(before.slice(2, 10)),
    });
    await expect(stat(join(folder, 'secret.key'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('are made once, in a file of the owner, when many begin to seal', async () => {
    const secrets = secretsOf({}, folder);
    const values = await Promise.all(Array.from({ length: 20 }, () => secrets.seal('a key', at)));
    expect(new Set(values.map((value) => value.slice(0, 10))).size).toBe(1);
    expect((await stat(join(folder, 'secret.key'))).mode & 0o777).toBe(0o600);
    const again = secretsOf({}, folder);
    for (const value of values) expect(await again.open(value, at)).toBe('a key');
  });

  it('of a file are those of a setting', async () => {
    const value = await secretsOf({}, folder).seal('a key', at);
    const text = await readFile(join(folder, 'secret.key'), 'utf8');
    expect(await secretsOf({ SVC_SECRET_KEY: text.trim() }).open(value, at)).toBe('a key');
  });

  it('are not replaced when their file cannot be used', async () => {
    const bad = newKey().slice(1);
    await writeFile(join(folder, 'secret.key'), bad);
    for (const work of [secretsOf({}, folder).seal('a', at), secretsOf({}, folder).open('a', at)])
      await expect(work).rejects.toMatchObject({
        code: 'bad_setting',
        message: expect.not.stringContaining(bad),
      });
    expect(await readFile(join(folder, 'secret.key'), 'utf8')).toBe(bad);
  });

  it('may be missing on PostgreSQL: the error says what to set', async () => {
    const secrets = secretsOf({ SVC_SECRET_KEY: '' });
    for (const work of [secrets.seal('a key', at), secrets.open('1.x', at)])
      await expect(work).rejects.toMatchObject({
        code: 'secrets_unavailable',
        exit: 6,
        hint: expect.stringContaining('openssl rand -base64 32'),
      });
  });

  it.each(['too short', randomBytes(16).toString('base64'), `${newKey()},`, `${newKey()};b`])(
    'that cannot be used are named by their position, never repeated',
    async (text) => {
      const secrets = secretsOf({ SVC_SECRET_KEY: text });
      await expect(secrets.seal('a key', at)).rejects.toMatchObject({
        code: 'bad_setting',
        message: expect.stringMatching(/^SVC_SECRET_KEY cannot be used: key \d of \d is not 32/),
      });
    },
  );
});
