import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeOnPostgres } from '../contract/databases.js';
import { countsOf } from './harness/counts.js';
import { CrashingRegistry } from './harness/crashing-registry.js';
import { judgePublished, NOTHING_WRONG } from './harness/judge.js';
import { Ledger } from './harness/ledger.js';
import {
  pack,
  RegistryApi,
  type Answer,
  type Packed,
  type VersionContent,
} from './harness/registry-api.js';
import { rounds, wait } from './harness/rounds.js';

const CLIENTS = 6;
const EVERY_MS = 500;
const AT_ONCE = 100;

describeOnPostgres('a database that cannot keep up', (database) => {
  /** The server's sessions carry this name, so that those of other tests are left alone. */
  const sessions = `svc-${randomBytes(6).toString('hex')}`;
  const ledger = new Ledger<VersionContent, Packed>();
  const losses = countsOf('R8 connections ended during load, postgres');
  const shortage = countsOf('R7 no free connection, postgres');
  let registry: CrashingRegistry;
  let api: RegistryApi;
  let admin: pg.Client;

  beforeAll(async () => {
    registry = await CrashingRegistry.open({
      ...database,
      create: async () => {
        const location = await database.create();
        const url = new URL(location.url);
        url.searchParams.set('application_name', sessions);
        url.searchParams.set('options', `${url.searchParams.get('options')} -c lock_timeout=2s`);
        return { ...location, url: url.href, env: { ...location.env, SVC_DATABASE_URL: url.href } };
      },
    });
    api = new RegistryApi(registry);
    admin = new pg.Client({ connectionString: registry.location.url, application_name: 'test' });
    await admin.connect();
  });

  afterAll(async () => {
    await admin.end();
    await registry.close();
  });

  /** An answer of a server in trouble is either as always or 503 with a time to come back. */
  const publish = async (packed: Packed, counts: typeof losses): Promise<Answer | undefined> => {
    let seen: Answer | undefined;
    await ledger.write(packed, async () => (seen = await api.publish(packed.archive)));
    counts.add(`answered ${seen?.status}`);
    if (seen?.status !== 201) {
      expect(seen).toMatchObject({
        status: 503,
        body: {
          code: expect.stringMatching(/^database_(busy|unavailable)$/),
          retryAfterSeconds: 1,
        },
      });
    }
    return seen;
  };

  it('answers a lost connection with 503, loses nothing and goes on', async () => {
    let over = false;
    const client = async (own: number): Promise<void> => {
      for (let at = 0; !over; at += 1) {
        const packed = await pack(`acme/client-${own}`, `1.${at}.0`, {
          'note.md': `${own} ${at}\n`,
        });
        await publish(packed, losses);
      }
    };
    const clients = Array.from({ length: CLIENTS }, (_, own) => client(own));
    for (let round = 0; round < rounds(5, 240); round += 1) {
      await wait(EVERY_MS);
      const ended = await admin.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1 AND pid <> pg_backend_pid()',
        [sessions],
      );
      losses.add('connections ended', ended.rowCount ?? 0);
    }
    over = true;
    await Promise.all(clients);
    expect(losses.of('connections ended')).toBeGreaterThan(0);
    expect(await judgePublished(registry, ledger)).toEqual(NOTHING_WRONG);
    for (const packed of [...ledger.inDoubt])
      expect(await publish(packed, losses)).toMatchObject({ status: 201 });
    expect(await judgePublished(registry, ledger)).toEqual(NOTHING_WRONG);
  });

  it('answers with 503 when every connection waits, and with everything again afterwards', async () => {
    const packed = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, at) =>
        pack(`acme/waiting-${at}`, '1.0.0', { 'note.md': `${at}\n` }),
      ),
    );
    await admin.query('BEGIN');
    await admin.query('LOCK TABLE registry_versions IN ACCESS EXCLUSIVE MODE');
    const answers = packed.map((each) => publish(each, shortage));
    // nobody waits for ever: neither for a connection nor, with one, for the table
    expect(await Promise.all(answers)).toEqual(
      packed.map(() => expect.objectContaining({ status: 503 })),
    );
    await admin.query('ROLLBACK');
    for (const each of [...ledger.inDoubt])
      expect(await publish(each, shortage)).toMatchObject({ status: 201 });
    expect(await judgePublished(registry, ledger)).toEqual(NOTHING_WRONG);
  });
});
