import { afterEach, expect, it } from '@jest/globals';
import { describeEachDatabase, describeOnPostgres } from '../contract/databases.js';
import { shareOf } from '../contract/databases-by-day.js';
import { countsOf } from './harness/counts.js';
import { between, LONG, rounds, wait } from './harness/rounds.js';
import {
  dispatchedOnce,
  endLaunches,
  judgeDispatched,
  launchesAt,
} from './harness/schedule-rows.js';
import { ScheduleServers } from './harness/schedule-servers.js';
import { pointsOf } from './points.js';

/** One unit of work launches at most this many. */
const UNIT = 100;
const KILL_EVERY_MS = 2_000;

let servers: ScheduleServers;
afterEach(() => servers.close());

const judged = async (): Promise<void> => {
  expect(await judgeDispatched(servers.location, servers.times)).toEqual(
    dispatchedOnce(servers.next),
  );
};

describeEachDatabase('a server that dies at a step of dispatching', (database) => {
  const counts = countsOf(`K21 die at each step of dispatching, ${database.label}`);

  it('leaves each unit as the table says, and each time has one launch in the end', async () => {
    servers = await ScheduleServers.open(database, UNIT + 30);
    const points = shareOf(pointsOf('kill-while-dispatching'), database);
    for (let round = 0; round < rounds(1, 10); round += 1) {
      // an odd round dies in the second unit
      const before = (round % 2) * UNIT;
      for (const { name, leaves } of points) {
        await servers.start(0, { fault: `${name}:${round % 2}` });
        const time = await servers.tick();
        await servers.died(0);
        counts.add('deaths');
        const units = leaves === 'new' ? before + UNIT : before;
        const launched = await launchesAt(servers.location, time);
        expect({ name, launched }).toEqual({ name, launched: Math.min(units, servers.schedules) });

        await servers.start(0);
        await servers.launched(time);
        await judged();
        await servers.kill(0);
        await endLaunches(servers.location);
      }
    }
    counts.add('launches', servers.times.length * servers.schedules);
  });
});

describeOnPostgres(
  'servers with different clocks and zone data, one killed every two seconds',
  (database) => {
    const machines = [
      { seconds: 90.3, zoneData: '2020a' },
      { seconds: -90.1, zoneData: '2030b' },
      { seconds: 45.7, zoneData: '2025c' },
      { seconds: -60.9, zoneData: '2020a' },
    ];

    const ofServers = new Map(
      [2, 4].map((count) => [count, countsOf(`K21 kill one of ${count} that dispatch`)]),
    );

    it.each([...ofServers])(
      'launch each time once: %i servers',
      async (count, counts) => {
        servers = await ScheduleServers.open(database, 20);
        const start = (server: number) => servers.start(server, machines[server]);
        await Promise.all(machines.slice(0, count).map((_, server) => start(server)));
        const restarts: Promise<void>[] = [];
        const stop = new AbortController();
        const killing = (async () => {
          while (!stop.signal.aborted) {
            await wait(KILL_EVERY_MS);
            const { serving } = servers;
            const victim = serving[between(0, serving.length - 1)];
            if (victim === undefined) continue;
            restarts.push(servers.kill(victim).then(() => start(victim)));
            counts.add('kills');
          }
        })();
        for (let tick = 0; tick < rounds(6, 1000); tick += 1) {
          const ms = Math.round(await servers.launched(await servers.tick()));
          counts.add('ms at most', Math.max(0, ms - counts.of('ms at most')));
          counts.add('ms in all', ms);
          counts.add('ticks');
          await endLaunches(servers.location);
        }
        stop.abort();
        await killing;
        await Promise.all(restarts);
        await judged();
        counts.add('launches', servers.times.length * servers.schedules);
      },
      LONG ? 7_200_000 : 240_000,
    );
  },
);
