import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { RefreshZones } from '../../../modules/schedule/server/dispatch/refresh-zones.js';
import { Schedule } from '../../../modules/schedule/server/schedule.entity.js';
import { unitOfWorkKey } from '../../../modules/persistence/contract/db.js';
import { describeEachDatabase } from '../databases.js';
import { startSchedules, TEN, type ScheduleWorld } from './world.js';

const OTHER = '2026-03-01T10:30:00.000Z';

describeEachDatabase('schedules of servers with different zone data', (databases) => {
  let world: ScheduleWorld;
  beforeEach(async () => {
    world = await startSchedules(databases);
  });
  afterEach(() => world.stop());

  /** Another server has computed the next time, with other rules. */
  const computed = async (zoneData: string): Promise<string> => {
    const id = await world.create();
    const services = await world.host.server!.services('schedule');
    const set = { nextRunAt: new Date(OTHER), zoneData };
    await services.get(unitOfWorkKey).run((manager) => manager.update(Schedule, { id }, set));
    return id;
  };
  const refresh = async (): Promise<void> => {
    const services = await world.host.server!.services('schedule');
    await services.get(RefreshZones).refresh(new AbortController().signal);
  };

  it.each(['2000a', '2999z'])(
    'launch at the time that is stored, by zone data %s',
    async (data) => {
      const id = await computed(data);
      await world.at(TEN);
      expect(await world.runs(id)).toEqual([]);
      await world.at(OTHER);
      expect(await world.runs(id)).toEqual([OTHER]);
      expect(await world.view(id)).toMatchObject({ nextRunAt: '2026-03-01T11:00:00.000Z' });
    },
  );

  it('get a time by the newer data', async () => {
    const id = await computed('2000a');
    await refresh();
    expect(await world.view(id)).toMatchObject({ nextRunAt: TEN });
    expect(world.host.log.map(({ message }) => message)).toContain(
      'the next time of a schedule has changed with the rules of its zone',
    );
  });

  it('keep a time that has come', async () => {
    const id = await computed('2000a');
    world.clock.now = new Date(OTHER);
    await refresh();
    await world.dispatch();
    expect(await world.runs(id)).toEqual([OTHER]);
  });

  it('keep the time of newer data', async () => {
    const id = await computed('2999z');
    await refresh();
    expect(await world.view(id)).toMatchObject({ nextRunAt: OTHER });
  });
});
