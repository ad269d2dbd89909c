import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { shareOf } from '../contract/databases-by-day.js';
import { describeCloudByDayOn } from '../describe-cloud.js';
import { countsOf } from './harness/counts.js';
import { EvalServer } from './harness/eval-server.js';
import { between, LONG, rounds, wait } from './harness/rounds.js';
import { pointsOf } from './points.js';

const points = pointsOf('kill-an-eval');

/** Milliseconds that a death, two starts and the rest of a run may take on a machine with other work. */
const ROUND = 60_000;

/** Steps of a run that only some runs take. */
const FETCHING = ['eval.fixtures-fetched', 'eval.prepared-written'];
const CANCELLED = 'eval.run-cancelled';

describeCloudByDayOn('postgres', 'kill -9 of a server that evaluates', (database) => {
  let server: EvalServer;
  const counts = countsOf(`K23 kill an evaluation, ${database.label}`);

  beforeAll(async () => {
    server = await EvalServer.open(database);
  });
  afterAll(() => server.close());

  it(
    'repeats only the cells that were worked on, and counts none twice',
    async () => {
      for (let round = 0; round < rounds(1, 30); round += 1) {
        await server.start();
        await server.begin();
        await wait(between(0, 2_000));
        await server.kill();
        counts.add('kills');
        await server.start();
        await server.judge();
      }
      counts.add('runs', server.started.size);
    },
    ROUND * rounds(1, 30) + ROUND,
  );

  it(
    'at each step leaves every run with one end',
    async () => {
      const steps = LONG ? points : shareOf(points, database).filter((_, at) => at % 5 === 0);
      for (const { name } of steps) {
        await server.start(name);
        const id = await server.begin({ fresh: FETCHING.includes(name) });
        if (name === CANCELLED) await server.cancel(id);
        await server.died();
        counts.add('deaths');
        await server.start();
        await server.judge();
      }
      expect(steps.length).toBeGreaterThan(0);
    },
    ROUND * points.length,
  );
});
