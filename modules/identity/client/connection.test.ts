import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { HostInfo } from 'svc-registry/kernel';
import { recordingLog } from 'svc-registry/testing';
import { CredentialsFile } from '../format/credentials-file.js';
import { StoredConnection } from './connection.js';

const here = 'http://127.0.0.1:4873';

describe('StoredConnection', () => {
  let home: string;
  const connect = (env: HostInfo['env']): StoredConnection =>
    new StoredConnection({
      facet: 'client',
      version: '0',
      env,
      home,
      log: recordingLog([]),
      fetch,
      clock: () => new Date(0),
    });

  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'svc-connection-'));
    await new CredentialsFile(home).save(here, {
      token: 'stored',
      expiresAt: '2026-04-01T00:00:00.000Z',
      email: 'ann@example.com',
    });
  });
  afterEach(() => rm(home, { recursive: true, force: true }));

  it('sends a stored token to its own origin only', async () => {
    expect(await connect({}).current()).toEqual({ origin: here, token: 'stored' });
    for (const SVC_URL of [
      'http://localhost:4873',
      'https://127.0.0.1:4873',
      'http://127.0.0.1:4874',
      'https://evil.example',
    ]) {
      expect(await connect({ SVC_URL }).current()).toEqual({ origin: SVC_URL, token: undefined });
    }
  });

  it('warns of a token that is sent unencrypted to another machine', async () => {
    const SVC_URL = 'http://svc.example.com:4873';
    expect((await connect({ SVC_URL, SVC_TOKEN: 'given' }).current()).warning).toMatch(
      /^http:\/\/svc\.example\.com:4873 is not encrypted: .* token/,
    );
    expect(await connect({ SVC_URL }).current()).not.toHaveProperty('warning');
    expect(await connect({ SVC_TOKEN: 'given' }).current()).not.toHaveProperty('warning');
    expect(
      await connect({ SVC_URL: 'https://svc.example.com', SVC_TOKEN: 'given' }).current(),
    ).not.toHaveProperty('warning');
  });

  it('sends no token that has expired', async () => {
    await new CredentialsFile(home).save(here, {
      token: 'old',
      expiresAt: '1970-01-01T00:00:00.000Z',
      email: 'ann@example.com',
    });
    expect(await connect({}).current()).toEqual({ origin: here, token: undefined });
  });

  it('SVC_TOKEN takes precedence over what is stored', async () => {
    expect(await connect({ SVC_TOKEN: 'given' }).current()).toMatchObject({
      token: 'given',
      fixed: true,
    });
    expect(await connect({ SVC_TOKEN: '' }).current()).toMatchObject({ token: 'stored' });
  });

  it.each([
    'svc_key_abc\n',
    'two words',
    '\tsvc_key_abc',
    'svc_key_\u0000',
    'schlüssel',
    '\u{1f511}',
    'a\r\nx-evil: 1',
  ])('refuses %j as SVC_TOKEN, and does not show it', async (SVC_TOKEN) => {
    const refused = connect({ SVC_TOKEN }).current();
    await expect(refused).rejects.toMatchObject({
      code: 'usage',
      exit: 2,
      message: expect.stringContaining('SVC_TOKEN'),
    });
    await expect(refused).rejects.not.toMatchObject({
      message: expect.stringContaining(SVC_TOKEN.trim()),
    });
  });

  it('names the file of a stored token that no request can carry, and does not show it', async () => {
    await new CredentialsFile(home).save(here, {
      token: 'stored\n',
      expiresAt: '2026-04-01T00:00:00.000Z',
      email: 'ann@example.com',
    });
    const refused = connect({}).current();
    await expect(refused).rejects.toMatchObject({
      code: 'settings_unreadable',
      message: expect.stringContaining('credentials.json'),
    });
    await expect(refused).rejects.not.toMatchObject({ message: expect.stringContaining('stored') });
  });

  it('can call without a token or with a given one, without touching other calls', async () => {
    const connection = connect({ SVC_TOKEN: 'given' });
    const tokens = await Promise.all([
      connection.anonymously(() => connection.current()),
      connection.as('other', () => connection.current()),
      connection.current(),
    ]);
    expect(tokens.map(({ token }) => token)).toEqual([undefined, 'other', 'given']);
  });
});
