import { randomBytes } from 'node:crypto';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeByDayOn } from '../contract/databases-by-day.js';
import type { Finished, Server } from './program.js';
import { ADMIN, openRegistryServer, signIn, type RegistryServer } from './registry-server.js';
import { installTestModules } from './test-modules.js';

const SECRET = `sk-${randomBytes(30).toString('base64url')}`;

/** The ways in which a program may write a text. */
const spellings = [
  SECRET,
  ...(['hex', 'base64', 'base64url'] as const).map((encoding) =>
    // without the ending, which depends on what follows
    Buffer.from(SECRET).toString(encoding).slice(0, 36),
  ),
];

const isClear = (text: Buffer | string): boolean =>
  spellings.some((spelling) => text.includes(spelling));

/** Files below a folder that have the secret in them. */
async function clearIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  expect(files.length).toBeGreaterThan(0);
  const found: string[] = [];
  for (const { parentPath, name } of files)
    if (isClear(await readFile(join(parentPath, name)))) found.push(join(parentPath, name));
  return found;
}

describeByDayOn('postgres', 'a secret that a server keeps', (database) => {
  const key = randomBytes(32).toString('base64');
  let registry: RegistryServer;
  let server: Server;
  let token: string;
  let id: string;

  const env = (): Record<string, string> =>
    database.engine === 'postgres' ? { SVC_SECRET_KEY: key } : {};

  beforeAll(async () => {
    registry = await openRegistryServer(database);
    token = await registry.apiKey('owner');
    await registry.server.stop();
    await installTestModules(registry.location.dataDir, ['vault']);
    server = await registry.program.serve([], { env: { ...env(), SVC_LOG_LEVEL: 'debug' } });
  });

  afterAll(() => registry.program.close());

  const call = (path: string, body?: unknown, headers = {}): Promise<Response> =>
    fetch(`${server.origin}/experimental/vault/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });

  const run = (args: readonly string[], more: Record<string, string> = env()): Promise<Finished> =>
    registry.program.run(args, { env: more });

  it('is stored, and used again', async () => {
    const kept = await call('acme', { key: SECRET });
    expect(kept.status).toBe(201);
    const { data } = (await kept.json()) as { data: { id: string } };
    id = data.id;
    expect(data).toEqual({ id, ending: SECRET.slice(-4) });
    const viewed = await call(`acme/${id}`);
    expect(await viewed.json()).toEqual({ data });
  });

  it('is in no answer that refuses it', async () => {
    const refused = [
      await call('acme', { key: SECRET, also: 1 }),
      await call('acme', { key: [SECRET] }),
      await call('others', { key: SECRET }),
      await call('acme', { key: SECRET }, { authorization: 'Bearer svc_wrong' }),
    ];
    for (const response of refused) {
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(isClear(await response.text())).toBe(false);
    }
  });

  it('is clear in no file, log, backup or audit export', async () => {
    const { cwd } = registry.program;
    expect(await run(['server', 'backup', 'backup.tar'])).toMatchObject({ code: 0 });
    // the server has another port than before
    expect(await signIn(registry.program, ADMIN)).toMatchObject({ code: 0 });
    const { stdout: organizations } = await run(['org', 'list', '--json']);
    const [organization] = (JSON.parse(organizations) as { data: { id: string }[] }).data;
    const exported = await run(['audit', 'export', organization!.id, '--output', 'audit.jsonl']);
    expect(exported).toMatchObject({ code: 0 });
    const audit = await readFile(join(cwd, 'audit.jsonl'), 'utf8');
    expect(audit).toContain('vault.keep');
    expect(audit).toContain(id);
    expect(await clearIn(cwd)).toEqual([]);
    // while the server runs: with its write-ahead log
    const present = await readdir(registry.location.dataDir);
    if (database.engine === 'sqlite') expect(present).toContain('registry.db-wal');
    expect(await clearIn(registry.location.dataDir)).toEqual([]);
    const { stdout, stderr } = await server.stop();
    expect(stderr).toContain('/experimental/vault/');
    expect(isClear(stdout + stderr)).toBe(false);
    expect(await clearIn(registry.location.dataDir)).toEqual([]);
  });

  it('needs its key on another machine, which a restore and a check say', async () => {
    expect(await run(['server', 'check'])).toMatchObject({ code: 0 });
    const to = await database.create();
    await installTestModules(to.dataDir, ['vault']);
    const elsewhere = {
      ...to.env,
      ...(database.engine === 'postgres' && { SVC_SECRET_KEY: randomBytes(32).toString('base64') }),
    };
    const restored = await run(['server', 'restore', 'backup.tar'], elsewhere);
    expect(restored).toMatchObject({ code: 0 });
    const problem = '1 sealed value of vault_keys.sealed cannot be opened';
    expect(restored.stderr).toContain(problem);
    expect(await run(['server', 'check'], elsewhere)).toMatchObject({
      code: 8,
      stderr: expect.stringContaining(problem),
    });
    const rotated = await run(['server', 'secrets', 'rotate', '--json'], elsewhere);
    expect([rotated.code, JSON.parse(rotated.stdout)]).toEqual([
      8,
      {
        key: expect.any(String),
        sealed: 0,
        left: ['1 value of vault_keys.sealed; `svc server check` says why'],
      },
    ]);
  });

  it('cannot be stored without a key, and nobody is shown keys that cannot be used', async () => {
    const bad = key.slice(2);
    const refused = await run(['server', 'check'], { SVC_SECRET_KEY: bad });
    expect(refused).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('SVC_SECRET_KEY cannot be used: key 1 of 1'),
    });
    expect(refused.stdout + refused.stderr).not.toContain(bad);
    if (database.engine === 'sqlite') {
      const file = join(registry.location.dataDir, 'secret.key');
      expect((await stat(file)).mode & 0o777).toBe(0o600);
      await rm(file);
    }
    server = await registry.program.serve();
    const viewed = await call(`acme/${id}`);
    const code = database.engine === 'sqlite' ? 'secret_unreadable' : 'secrets_unavailable';
    expect(await viewed.json()).toMatchObject({ code });
    await server.stop();
  });
});
