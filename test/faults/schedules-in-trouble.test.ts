import { afterEach, expect, it } from '@jest/globals';
import pg from 'pg';
import { describeOnPostgres } from '../contract/databases.js';
import { describeByDayOn } from '../contract/databases-by-day.js';
import { changeRows } from '../e2e/registry-server.js';
import { until } from '../until.js';
import { dispatchedOnce, judgeDispatched } from './harness/schedule-rows.js';
import { ScheduleServers } from './harness/schedule-servers.js';
import { LONG, wait } from './harness/rounds.js';
import { rowsOf } from './harness/stored.js';

/** How long the database refuses launches. */
const REFUSED_MS = LONG ? 60_000 : 5_000;

let servers: ScheduleServers;
afterEach(() => servers.close());

const judged = async (): Promise<void> => {
  expect(await judgeDispatched(servers.location, servers.times)).toEqual(
    dispatchedOnce(servers.next),
  );
};

describeByDayOn('sqlite', 'a database that refuses launches for a while', (database) => {
  it('delays them: each time has one launch, nothing is refused or missed', async () => {
    servers = await ScheduleServers.open(database, 30);
    await servers.start(0);
    await changeRows(servers.location, 'ALTER TABLE launch_runs RENAME TO launch_runs_away');
    const time = await servers.tick();
    await until(() => servers.output(0).includes('a schedule could not launch'));
    await wait(REFUSED_MS);
    await changeRows(servers.location, 'ALTER TABLE launch_runs_away RENAME TO launch_runs');
    await servers.launched(time);
    await judged();
  });
});

describeOnPostgres('connections that break while schedules launch', (database) => {
  it('delay launches: each time has one, nothing is refused or missed', async () => {
    servers = await ScheduleServers.open(database, 30);
    await servers.start(0);
    const time = await whileInsertsWait(servers.location.url, async () => {
      const begun = await servers.tick();
      for (let broken = 0, end = Date.now() + REFUSED_MS; Date.now() < end || broken === 0;) {
        const [row] = await rowsOf<{ count: string }>(servers.location, BREAK);
        broken += Number(row?.count);
        await wait(50);
      }
      return begun;
    });
    await servers.launched(time);
    await judged();
  });
});

/** Lets inserts of launches wait, and with them whoever dispatches: so there is somebody whose connection can break. */
async function whileInsertsWait<T>(url: string, work: () => Promise<T>): Promise<T> {
  const holder = new pg.Client({ connectionString: url });
  await holder.connect();
  try {
    await holder.query('BEGIN; LOCK TABLE launch_runs IN EXCLUSIVE MODE');
    return await work();
  } finally {
    await holder.end();
  }
}

/** Breaks what the server under test is doing. */
const BREAK = `SELECT count(pg_terminate_backend(pid)) AS count FROM pg_stat_activity
  WHERE application_name = 'svc' AND pid <> pg_backend_pid()
    AND pid IN (SELECT pid FROM pg_locks WHERE relation = 'schedule_schedules'::regclass)`;
