import { afterEach, describe, expect, it } from '@jest/globals';
import { until } from '../until.js';
import { countsOf } from './harness/counts.js';
import { NOTHING_WRONG } from './harness/judge.js';
import { rounds } from './harness/rounds.js';
import { SmallServer, type Holding } from './harness/small-server.js';
import { rowsOf } from './harness/stored.js';
import { NO_VOLUMES } from './harness/volumes.js';

const OPEN_REVIEWS = `SELECT id FROM review_runs WHERE state IN ('pending', 'running')`;

const PUBLISHES = rounds(30, 200);
const SOME = 300 * 1024;
const PUBLISHED = [201, undefined];
const NO_ROOM = [507, 'insufficient_storage'];

const describeWithVolumes = (name: string, suite: () => void): void => {
  if (NO_VOLUMES === undefined) describe(name, suite);
  else describe.skip(`${name}: ${NO_VOLUMES}`, suite);
};

describeWithVolumes('a server on a volume', () => {
  const counts = {
    database: countsOf('D1 database on a full volume'),
    blobs: countsOf('D2 blobs on a full volume'),
    readOnly: countsOf('D4 blobs on a read-only volume'),
  };
  let server: SmallServer;

  afterEach(() => server.close());

  it.each<Holding>(['database', 'blobs'])(
    'says 507 when there is no room for its %s, reads on, and writes again when there is',
    async (holding) => {
      server = await SmallServer.open(holding);
      const publish = () => server.publish(counts[holding]);
      for (const left of [SOME, 0]) {
        expect(await publish()).toEqual(PUBLISHED);
        server.volume.fill(left);
        const answers: unknown[] = [];
        for (let at = 0; at < PUBLISHES; at += 1) answers.push(await publish());
        expect([PUBLISHED, NO_ROOM]).toEqual(expect.arrayContaining(answers));
        expect(answers.at(-1)).toEqual(NO_ROOM);
        expect((await fetch(`${server.registry.origin}/ready`)).status).toBe(200);
        expect(await server.judge()).toEqual({ ...NOTHING_WRONG, temporary: 0 });

        server.volume.free();
        expect(await publish()).toEqual(PUBLISHED);
        expect(await server.judge()).toEqual({ ...NOTHING_WRONG, temporary: 0 });
      }
    },
  );

  // a database that is open cannot be remounted; test/contract/persistence-unit-of-work.test.ts has that case
  it('refuses to write while the volume of its blobs is read-only, reads on, and writes again afterwards', async () => {
    server = await SmallServer.open('blobs');
    const publish = () => server.publish(counts.readOnly);
    expect(await publish()).toEqual(PUBLISHED);
    // the volume cannot be remounted while the review of the version is written
    await until(async () => (await rowsOf(server.registry.location, OPEN_REVIEWS)).length === 0);
    server.volume.remount('ro');
    for (let at = 0; at < PUBLISHES; at += 1)
      expect(await publish()).toEqual([503, 'storage_unavailable']);
    expect(await server.judge()).toEqual({ ...NOTHING_WRONG, temporary: 0 });
    server.volume.remount('rw');
    expect(await publish()).toEqual(PUBLISHED);
    expect(await server.judge()).toEqual({ ...NOTHING_WRONG, temporary: 0 });
  });
});
