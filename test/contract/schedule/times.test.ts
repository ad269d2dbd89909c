import { afterEach, beforeEach, expect } from '@jest/globals';
import { deleteEnvironment } from '../../../modules/launch/contract/environment-operations.js';
import {
  deleteSchedule,
  pauseSchedule,
  resumeSchedule,
  triggerSchedule,
  updateSchedule,
} from '../../../modules/schedule/contract/schedule-operations.js';
import {
  createApiKey,
  deleteApiKey,
} from '../../../modules/identity/contract/operations/api-keys.js';
import {
  archiveWorkspace,
  removeWorkspaceMember,
} from '../../../modules/identity/contract/operations/workspaces.js';
import { itInTurn } from '../databases-by-day.js';
import { describeEachDatabase } from '../databases.js';
import { startSchedules, TEN, type ScheduleWorld } from './world.js';

describeEachDatabase('the times of schedules', (databases) => {
  const it = itInTurn(databases);
  let world: ScheduleWorld;
  beforeEach(async () => {
    world = await startSchedules(databases);
  });
  afterEach(() => world.stop());

  it('launch once each, not before, and not again', async () => {
    const id = await world.create();
    await world.at('2026-03-01T09:59:59.999Z');
    expect(await world.runs(id)).toEqual([]);
    await world.at(TEN);
    await world.dispatch();
    await world.at('2026-03-01T10:00:59.000Z');
    expect(await world.runs(id)).toEqual([TEN]);
    expect(await world.view(id)).toMatchObject({
      nextRunAt: '2026-03-01T11:00:00.000Z',
      lastRun: { scheduledFor: TEN, status: 'queued' },
      missed: 0,
      skipped: 0,
    });
  });

  it.each([
    ['2026-03-01T09:02:00.000Z', 1],
    ['2026-03-01T10:00:30.000Z', 59],
    ['2026-03-02T09:00:00.000Z', 24 * 60 - 1],
    ['2026-03-08T07:40:00.000Z', 9999],
    ['2026-03-14T09:00:00.000Z', 13 * 24 * 60 - 1],
  ])(
    'that pass while no server runs until %s: the latest runs, %i are missed',
    async (now, missed) => {
      const id = await world.create({ cron: '* * * * *' });
      await world.at(now);
      expect(await world.runs(id)).toEqual([now.replace(/:\d\d\.000Z/, ':00.000Z')]);
      expect(await world.view(id)).toMatchObject({ missed });
      await world.dispatch();
      expect(await world.runs(id)).toHaveLength(1);
    },
  );

  it('that are older than the window are missed', async () => {
    const id = await world.create({ cron: '0 10 * * *' });
    await world.at('2026-03-01T11:00:01.000Z');
    expect(await world.runs(id)).toEqual([]);
    expect(await world.view(id)).toMatchObject({
      missed: 1,
      nextRunAt: '2026-03-02T10:00:00.000Z',
    });
    await world.at('2026-03-02T11:00:00.000Z');
    expect(await world.runs(id)).toEqual(['2026-03-02T10:00:00.000Z']);
  });

  it('are not launched again when the clock is set back', async () => {
    const id = await world.create();
    await world.at(TEN);
    for (const back of ['2026-03-01T09:59:00.000Z', '2026-02-28T10:00:00.000Z', TEN])
      await world.at(back);
    expect(await world.runs(id)).toEqual([TEN]);
  });

  it('that pass while the schedule is paused are not made up for, nor counted', async () => {
    const id = await world.create();
    await world.invoke(pauseSchedule, { id }, world.admin);
    await world.at('2026-03-01T12:30:00.000Z');
    await world.invoke(resumeSchedule, { id }, world.admin);
    await world.dispatch();
    expect(await world.runs(id)).toEqual([]);
    expect(await world.view(id)).toMatchObject({
      missed: 0,
      nextRunAt: '2026-03-01T13:00:00.000Z',
    });
  });

  it('are skipped while the launch of the time before still runs', async () => {
    const id = await world.create();
    await world.at(TEN);
    await world.at('2026-03-01T11:00:00.000Z');
    expect(await world.view(id)).toMatchObject({ skipped: 1, lastRun: { scheduledFor: TEN } });
    await world.endLaunches();
    await world.at('2026-03-01T12:00:00.000Z');
    expect(await world.runs(id)).toEqual(['2026-03-01T12:00:00.000Z', TEN]);
  });

  it('and a trigger in the same second are two launches; the next time stays', async () => {
    const id = await world.create();
    world.clock.now = new Date(TEN);
    const { launchRunId } = await world.invoke(triggerSchedule, { id }, world.admin);
    await world.dispatch();
    expect(new Set(await world.runs(id))).toEqual(new Set(['triggered', TEN]));
    expect(await world.view(id)).toMatchObject({
      nextRunAt: '2026-03-01T11:00:00.000Z',
      skipped: 0,
    });
    expect((await world.view(id)).lastRun?.launchRunId).not.toBe(launchRunId);
  });

  it('of the old expression do not launch after a change, and a time that was launched is not launched again', async () => {
    const id = await world.create();
    world.clock.now = new Date('2026-03-01T09:59:59.900Z');
    await world.invoke(updateSchedule, { id, cron: '30 * * * *' }, world.admin);
    await world.at(TEN);
    expect(await world.runs(id)).toEqual([]);
    await world.at('2026-03-01T10:30:00.000Z');
    world.clock.now = new Date('2026-03-01T10:29:59.900Z');
    await world.invoke(updateSchedule, { id, cron: '30 10 * * *' }, world.admin);
    await world.endLaunches();
    await world.at('2026-03-01T10:30:01.000Z');
    expect(await world.runs(id)).toEqual(['2026-03-01T10:30:00.000Z']);
    expect(await world.view(id)).toMatchObject({ nextRunAt: '2026-03-02T10:30:00.000Z' });
  });

  it('launch also when they are set to what they were, or the schedule gets another name, in their second', async () => {
    const ids = [await world.create(), await world.create()];
    world.clock.now = new Date('2026-03-01T10:00:00.500Z');
    const same = { cron: '0 * * * *', timezone: 'utc' };
    await world.invoke(updateSchedule, { id: ids[0]!, ...same }, world.admin);
    await world.invoke(updateSchedule, { id: ids[1]!, label: 'x' }, world.admin);
    await world.dispatch();
    for (const id of ids) expect(await world.runs(id)).toEqual([TEN]);
  });

  it('do not launch when the schedule is deleted or paused at that moment', async () => {
    const [deleted, paused] = [await world.create(), await world.create()];
    world.clock.now = new Date(TEN);
    await Promise.all([
      world.invoke(deleteSchedule, { id: deleted }, world.admin),
      world.invoke(pauseSchedule, { id: paused }, world.admin),
      world.dispatch(),
      world.dispatch(),
    ]);
    await expect(world.view(deleted)).rejects.toMatchObject({ code: 'not_found' });
    const { status, nextRunAt } = await world.view(paused);
    expect({ status, nextRunAt }).toEqual({ status: 'paused', nextRunAt: null });
    expect((await world.runs(paused)).length).toBeLessThanOrEqual(1);
  });

  it('are launched in any number', async () => {
    const ids: string[] = [];
    for (let at = 0; at < 230; at += 1) ids.push(await world.create({ label: `n${at}` }));
    world.clock.now = new Date(TEN);
    await Promise.all([world.dispatch(), world.dispatch(), world.dispatch()]);
    for (const id of ids) expect(await world.runs(id)).toEqual([TEN]);
  });

  it('pause the schedule when its owner may not launch any more; whoever resumes it becomes the owner', async () => {
    const member = { email: 'm@example.com', organization: 'acme' };
    const theirs = await world.newcomer(world.admin, {
      ...member,
      workspace: { name: 'tools', role: 'member' },
    });
    const id = await world.create({}, theirs);
    await world.invoke(
      removeWorkspaceMember,
      { workspace: 'tools', member: member.email },
      world.admin,
    );
    await world.at(TEN);
    expect(await world.view(id)).toMatchObject({
      status: 'paused',
      pausedBecause: { code: 'owner_lost_right' },
      refused: 1,
      owner: member.email,
      nextRunAt: null,
    });
    await world.invoke(resumeSchedule, { id }, world.admin);
    await world.at('2026-03-01T11:00:00.000Z');
    expect(await world.runs(id)).toEqual(['2026-03-01T11:00:00.000Z']);
    expect(await world.view(id)).toMatchObject({ owner: 'admin@example.com', pausedBecause: null });
  });

  it('launch with the rights of an API key until it ends', async () => {
    const made = { workspace: 'tools', name: 'ci', role: 'member' } as const;
    const [revoked, expiring] = [
      await world.invoke(createApiKey, made, world.admin),
      await world.invoke(createApiKey, { ...made, name: 'short', expires: '1d' }, world.admin),
    ];
    const ids = [
      await world.create({ cron: '0 10 * * *' }, revoked.value),
      await world.create({ cron: '0 10 * * *' }, expiring.value),
    ];
    await world.at(TEN);
    for (const id of ids) expect(await world.runs(id)).toEqual([TEN]);
    await world.endLaunches();
    await world.invoke(deleteApiKey, { id: revoked.id }, world.admin);
    await world.at('2026-03-02T10:00:00.000Z');
    for (const id of ids)
      expect(await world.view(id)).toMatchObject({
        status: 'paused',
        pausedBecause: { code: 'owner_lost_right' },
      });
  });

  it('pause the schedule when its environment is gone', async () => {
    const [id, other] = [await world.create(), await world.create()];
    await world.invoke(deleteEnvironment, { id: world.environment }, world.admin);
    await world.at(TEN);
    for (const each of [id, other])
      expect(await world.view(each)).toMatchObject({
        status: 'paused',
        pausedBecause: { code: 'environment_gone' },
      });
    await expect(world.invoke(resumeSchedule, { id }, world.admin)).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('that are refused for another reason are counted, and the next one is tried', async () => {
    const id = await world.create();
    await world.invoke(archiveWorkspace, { id: 'tools', reason: 'over' }, world.admin);
    await world.at(TEN);
    expect(await world.view(id)).toMatchObject({
      status: 'active',
      refused: 1,
      lastProblem: { code: 'workspace_archived' },
      nextRunAt: '2026-03-01T11:00:00.000Z',
    });
    expect(await world.runs(id)).toEqual([]);
  });
});
