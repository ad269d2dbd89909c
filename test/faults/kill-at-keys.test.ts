import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { describeEachDatabase } from '../contract/databases.js';
import { shareOf } from '../contract/databases-by-day.js';
import { countsOf } from './harness/counts.js';
import { CrashingRegistry } from './harness/crashing-registry.js';
import { pack, RegistryApi } from './harness/registry-api.js';
import { rounds } from './harness/rounds.js';
import { pointsOf } from './points.js';

describeEachDatabase(
  'a server that dies while it carries out a request with an Idempotency-Key',
  (database) => {
    let registry: CrashingRegistry;
    const counts = countsOf(`K6 die around Idempotency-Keys, ${database.label}`);

    beforeAll(async () => {
      registry = await CrashingRegistry.open(database);
    });

    afterAll(() => registry.close());

    /** Status, code or whether it was a repetition; `undefined` when no answer came. */
    const publish = async (archive: Uint8Array, key: string): Promise<object | undefined> => {
      const headers = {
        authorization: `Bearer ${registry.token}`,
        'content-type': 'application/octet-stream',
        'idempotency-key': key,
      };
      try {
        const address = `${registry.origin}/v1/tiles?workspace=acme`;
        const answer = await fetch(address, {
          method: 'POST',
          headers,
          body: archive as Uint8Array<ArrayBuffer>,
        });
        const { code } = (await answer.json()) as { code?: string };
        return {
          status: answer.status,
          code,
          repeated: answer.headers.get('idempotency-replayed'),
        };
      } catch (error) {
        if (!(error as Error).message.includes('fetch failed')) throw error;
        return undefined;
      }
    };

    /** On PostgreSQL another server might still be at it: only time tells. */
    const aMinuteLater = async (): Promise<void> => {
      if (database.engine === 'sqlite') return;
      const client = new pg.Client({ connectionString: registry.location.url });
      await client.connect();
      await client.query(`UPDATE traffic_keys SET held_until = '2000-01-01T00:00:00Z'`);
      await client.end();
    };

    const outcomes: Record<string, object> = {
      'traffic.key-claimed': { status: 201, repeated: null },
      'traffic.effect-committed': { status: 409, code: 'answer_not_kept', repeated: null },
      'traffic.answer-kept': { status: 201, repeated: 'true' },
    };

    it.each(shareOf(pointsOf('kill-at-keys'), database))(
      'leaves the $leaves state: $meaning',
      async ({ name, leaves }) => {
        for (let round = 0; round < rounds(1, 20); round += 1) {
          const slug = `acme/${name.split('.')[1]!}`;
          const version = `1.${round}.0`;
          const { archive } = await pack(slug, version, { 'a.md': `${version}\n` });
          const key = `${name}-${round}`;
          await registry.kill();
          await registry.start({ SVC_FAULT: name });
          expect(await publish(archive, key)).toBeUndefined();
          await registry.died();
          counts.add('deaths');
          await registry.start();
          const listed = await new RegistryApi(registry).listed();
          expect({
            name,
            listed: [...listed.keys()].some((one) => one.startsWith(slug) && one.includes(version)),
          }).toEqual({
            name,
            listed: leaves === 'new',
          });
          await aMinuteLater();
          expect(await publish(archive, key)).toMatchObject(outcomes[name]!);
          // whatever happened, it is there once, and the key says so from now on
          const again = await publish(archive, key);
          expect(again).toMatchObject(
            name === 'traffic.key-claimed' ? { status: 201, repeated: 'true' } : outcomes[name]!,
          );
        }
      },
    );
  },
);
