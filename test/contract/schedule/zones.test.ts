import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { cancelLaunch } from '../../../modules/launch/contract/launch-operations.js';
import {
  createSchedule,
  deleteSchedule,
  scheduleRuns,
} from '../../../modules/schedule/contract/schedule-operations.js';
import { expected, stamp, zoneRows } from '../../../modules/schedule/testing/zone-rows.js';
import { describeByDayOn } from '../databases-by-day.js';
import { startSchedules, type ScheduleWorld } from './world.js';

describeByDayOn('sqlite', 'schedules around changes of clocks', (databases) => {
  let world: ScheduleWorld;
  beforeAll(async () => {
    world = await startSchedules(databases);
  });
  afterAll(() => world.stop());

  it.each(zoneRows)(
    'launch by %s in %s from %s at %s, and not otherwise',
    async (...[cron, timezone, from, times]) => {
      const start = new Date(from.includes('T') ? from : `${from}T00:00:00Z`);
      world.clock.now = new Date(start.getTime() - 1);
      const token = await world.newSession('admin@example.com');
      const wanted = expected(from, times);
      const input = {
        workspace: 'tools',
        cron,
        timezone,
        skill: 'file:skills/demo',
        repo: 'acme/shop',
        agent: 'scripted',
        environment: world.environment,
      };
      const { id, nextRunAt } = await world.invoke(createSchedule, input, token);
      expect(nextRunAt && stamp(new Date(nextRunAt))).toBe(wanted[0]);
      for (const time of wanted) {
        const at = new Date(`${time.replace(' ', 'T')}:00Z`);
        world.clock.now = new Date(at.getTime() - 1);
        await world.dispatch();
        world.clock.now = at;
        await world.dispatch();
        for (const { launchRunId } of (await world.invoke(scheduleRuns, { id }, token)).data)
          await world.invoke(cancelLaunch, { id: launchRunId }, token);
      }
      const { data } = await world.invoke(scheduleRuns, { id }, token);
      const launched = data.map(({ scheduledFor }) => stamp(new Date(scheduledFor!))).sort();
      expect(launched).toEqual([...wanted].sort());
      await world.invoke(deleteSchedule, { id }, token);
    },
  );
});
