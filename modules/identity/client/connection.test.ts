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
    new StoredConnection({ facet: 'client', version: '0', env, home, log: recordingLog([]), clock: () => new Date(0) });

  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'svc-connection-'));
    await new CredentialsFile(home).save(here, { token: 'stored', expiresAt: '2026-04-01T00:00:00.000Z', email: 'ann@example.com' });
  });
  afterEach(() => rm(home, { recursive: true, force: true }));

  it('sends a stored token to its own origin only', async () => {
    expect(await connect({}).current()).toEqual({ origin: here, token: 'stored' });
    for (const SVC_URL of ['http://localhost:4873', 'https://127.0.0.1:4873', 'http://127.0.0.1:4874', 'https://evil.example']) {
      expect(await connect({ SVC_URL }).current()).toEqual({ origin: SVC_URL, token: undefined });
    }
  });

  it('sends no token that has expired', async () => {
    await new CredentialsFile(home).save(here, { token: 'old', expiresAt: '1970-01-01T00:00:00.000Z', email: 'ann@example.com' });
    expect(await connect({}).current()).toEqual({ origin: here, token: undefined });
  });

  it('SVC_TOKEN goes before what is stored', async () => {
    expect(await connect({ SVC_TOKEN: 'given' }).current()).toMatchObject({ token: 'given', fixed: true });
    expect(await connect({ SVC_TOKEN: '' }).current()).toMatchObject({ token: 'stored' });
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
