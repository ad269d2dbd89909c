import { afterEach, beforeEach, expect } from '@jest/globals';
import {
  deleteSchedule,
  listSchedules,
  pauseSchedule,
  resumeSchedule,
  syncSchedules,
  triggerSchedule,
  updateSchedule,
} from '../../../modules/schedule/contract/schedule-operations.js';
import type { ScheduleEntry } from '../../../modules/schedule/contract/schedule-inputs.js';
import { scheduleSettingsKey } from '../../../modules/schedule/server/settings.js';
import { itInTurn } from '../databases-by-day.js';
import { describeEachDatabase } from '../databases.js';
import { startSchedules, type ScheduleWorld } from './world.js';

const RACES = 20;
const repo = 'https://git.example.org/acme/shop';
const entry = {
  cron: '0 2 * * *',
  skill: 'file:skills/demo',
  agent: 'scripted',
  environment: 'nightly',
};

describeEachDatabase('schedules of a file', (databases) => {
  const it = itInTurn(databases);
  let world: ScheduleWorld;
  beforeEach(async () => {
    world = await startSchedules(databases);
  });
  afterEach(() => world.stop());

  const sync = (entries: Readonly<Record<string, Partial<ScheduleEntry>>>, more: object = {}) =>
    world.invoke(
      syncSchedules,
      {
        workspace: 'tools',
        repo,
        schedules: Object.entries(entries).map(([key, given]) => ({ key, ...entry, ...given })),
        ...more,
      },
      world.admin,
    );
  const all = async () =>
    (await world.invoke(listSchedules, { workspace: 'tools', pageSize: 100 }, world.admin)).data;
  const idOf = async (label: string) => (await all()).find((each) => each.label === label)!.id;

  it('become what the file says', async () => {
    await world.create();
    expect(await sync({ b: {}, a: {} })).toMatchObject({ created: ['a', 'b'], deleted: [] });
    expect(await sync({ b: {}, a: {} })).toMatchObject({ created: [], unchanged: ['a', 'b'] });
    const before = await idOf('a');
    expect(await sync({ a: { cron: '0 3 * * *' }, c: {} })).toMatchObject({
      created: ['c'],
      updated: ['a'],
      deleted: ['b'],
    });
    expect(await idOf('a')).toBe(before);
    expect(await world.view(before)).toMatchObject({
      cron: '0 3 * * *',
      nextRunAt: '2026-03-02T03:00:00.000Z',
      source: { repo, file: 'svc.json', key: 'a' },
      config: { repoUrl: repo, environmentId: world.environment },
    });
    expect(await sync({ a: { cron: '0 3 * * *', inputs: { n: '1' } }, c: {} })).toMatchObject({
      recreated: ['a'],
      unchanged: ['c'],
    });
    expect(await idOf('a')).not.toBe(before);
    expect(await sync({})).toMatchObject({ deleted: ['a', 'c'] });
    expect(await all()).toHaveLength(1);
  });

  it('of other folders and repositories stay', async () => {
    await sync({ a: {} });
    await sync({ a: {} }, { folder: 'packages/web' });
    await sync({ a: {} }, { repo: 'https://git.example.org/acme/other' });
    await sync({});
    expect(await all()).toHaveLength(2);
  });

  it('of one file are the same, however its repository and folder are written', async () => {
    await sync({ a: {} }, { folder: 'packages/web' });
    for (const other of [`${repo}.git`, 'git@git.example.org:acme/shop'])
      expect(await sync({ a: {} }, { repo: other, folder: './packages/web/' })).toMatchObject({
        unchanged: ['a'],
      });
    for (const wrong of [{ repo: 'shop' }, { folder: '../web' }])
      await expect(sync({ a: {} }, wrong)).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('stay as they are when one entry cannot be used; all problems are told', async () => {
    await sync({ a: {} });
    await expect(
      sync({
        b: { cron: '99 * * * *' },
        c: { environment: 'none' },
        d: { skill: 'tools/no' },
        e: {},
      }),
    ).rejects.toMatchObject({
      code: 'schedules_refused',
      issues: [{ field: 'schedules.b' }, { field: 'schedules.c' }, { field: 'schedules.d' }],
    });
    expect((await all()).map(({ label }) => label)).toEqual(['a']);
  });

  it('can only be paused, resumed and triggered elsewhere', async () => {
    await sync({ a: {} });
    const id = await idOf('a');
    const code = 'schedule_defined_in_file';
    await expect(
      world.invoke(updateSchedule, { id, label: 'x' }, world.admin),
    ).rejects.toMatchObject({ code });
    await expect(world.invoke(deleteSchedule, { id }, world.admin)).rejects.toMatchObject({ code });
    await world.invoke(triggerSchedule, { id }, world.admin);
    await world.invoke(pauseSchedule, { id }, world.admin);
  });

  it('that somebody has paused stay paused, also when they are changed or created again', async () => {
    await sync({ a: {}, b: {} });
    for (const label of ['a', 'b'])
      await world.invoke(pauseSchedule, { id: await idOf(label) }, world.admin);
    await sync({ a: { cron: '0 4 * * *' }, b: { model: 'large' } });
    for (const label of ['a', 'b'])
      expect(await world.view(await idOf(label))).toMatchObject({
        status: 'paused',
        nextRunAt: null,
      });
  });

  it('are synchronized by several at once', async () => {
    const results = await Promise.all([1, 2, 3].map(() => sync({ a: {}, b: {} })));
    expect(results).toHaveLength(3);
    expect((await all()).map(({ label }) => label).sort()).toEqual(['a', 'b']);
  });

  it('are synchronized while they are paused and launched: each of these happens', async () => {
    const keys = ['d', 'b', 'c', 'a'];
    await sync(Object.fromEntries(keys.map((key) => [key, { cron: '* * * * *' }])));
    const ids = await Promise.all(keys.map(idOf));
    for (let round = 1; round <= RACES; round += 1) {
      world.clock.now = new Date(world.clock.now.getTime() + 60_000);
      const cron = round % 2 === 0 ? '* * * * *' : '*/1 * * * *';
      await Promise.all([
        sync(Object.fromEntries(keys.map((key) => [key, { cron }]))),
        world.dispatch(),
        world.invoke(pauseSchedule, { id: ids[round % 4]! }, world.admin),
      ]);
      const { status, nextRunAt } = await world.view(ids[round % 4]!);
      expect({ status, nextRunAt }).toEqual({ status: 'paused', nextRunAt: null });
      await world.invoke(resumeSchedule, { id: ids[round % 4]! }, world.admin);
    }
  });

  it('may become fewer although there are more than the operator allows by now', async () => {
    await sync({ a: {}, b: {}, c: {} });
    const services = await world.host.server!.services('schedule');
    Object.assign(services.get(scheduleSettingsKey), { mostActive: 1 });
    expect(await sync({ a: {}, b: { model: 'large' } })).toMatchObject({ deleted: ['c'] });
    await expect(sync({ a: {}, b: {}, d: {}, e: {} })).rejects.toMatchObject({
      code: 'too_many_schedules',
    });
  });

  it('may be 500', async () => {
    const entries = Object.fromEntries(
      Array.from({ length: 500 }, (_, at) => [`n${at}`, {}] as const),
    );
    expect((await sync(entries)).created).toHaveLength(500);
    await expect(sync({ ...entries, more: {} })).rejects.toMatchObject({ code: 'invalid_input' });
  });
});
