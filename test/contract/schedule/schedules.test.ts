import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startLaunch } from '../../../modules/launch/contract/launch-operations.js';
import { createEnvironment } from '../../../modules/launch/contract/environment-operations.js';
import { deleteWorkspace } from '../../../modules/identity/contract/operations/workspaces.js';
import {
  createSchedule,
  deleteSchedule,
  listSchedules,
  pauseSchedule,
  resumeSchedule,
  scheduleRuns,
  triggerSchedule,
  updateSchedule,
  viewSchedule,
} from '../../../modules/schedule/contract/schedule-operations.js';
import type { Operation } from 'svc-registry/kernel';
import { readDatabaseKey } from '../../../modules/persistence/contract/db.js';
import { ResumeHandler } from '../../../modules/schedule/server/handlers/states.js';
import { TriggerHandler } from '../../../modules/schedule/server/handlers/trigger.js';
import { Schedule } from '../../../modules/schedule/server/schedule.entity.js';
import { describeEachDatabase } from '../databases.js';
import { startSchedules, type ScheduleWorld } from './world.js';

describeEachDatabase('schedules', (databases) => {
  let world: ScheduleWorld;
  beforeAll(async () => {
    world = await startSchedules(databases, {
      env: { SVC_SCHEDULE_MIN_MINUTES: '5', SVC_SCHEDULE_MAX_ACTIVE: '40' },
    });
  });
  afterAll(() => world.stop());

  const call = <I extends object, R>(operation: Operation<I, R>, input: I) =>
    world.invoke(operation, input, world.admin);
  const refused = (more: object) =>
    world.create(more as never).then(
      () => undefined,
      (error: unknown) => error,
    );

  describe('are created', () => {
    it('active, with their next time, in UTC unless another zone is named', async () => {
      const id = await world.create({ cron: '30 9 * * *', label: 'docs' });
      expect(await world.view(id)).toMatchObject({
        status: 'active',
        timezone: 'UTC',
        nextRunAt: '2026-03-01T09:30:00.000Z',
        label: 'docs',
        workspace: 'tools',
        lastRun: null,
        source: null,
        owner: 'admin@example.com',
        missed: 0,
        skipped: 0,
        refused: 0,
        config: { repoUrl: 'https://github.com/acme/shop', baseBranch: 'main', agent: 'scripted' },
      });
      const zoned = await world.view(
        await world.create({ cron: '30 9 * * *', timezone: 'europe/berlin' }),
      );
      expect(zoned).toMatchObject({
        timezone: 'Europe/Berlin',
        nextRunAt: '2026-03-02T08:30:00.000Z',
      });
    });

    it('not with anything missing; all of it is named at once', async () => {
      const input = { workspace: 'tools', cron: '0 9 * * *' };
      await expect(call(createSchedule, input)).rejects.toMatchObject({
        code: 'invalid_input',
        issues: [{ field: 'skill' }, { field: 'repo' }, { field: 'environment' }],
      });
    });

    it.each([
      [{ cron: '0 9 * *' }, 'cron'],
      [{ cron: '@daily' }, 'cron'],
      [{ cron: '0 0 30 2 *' }, 'cron'],
      [{ cron: '0 9 * * * *' }, 'cron'],
      [{ cron: ' 0 9 * * *' }, 'cron'],
      [{ cron: '0 22-2 * * *' }, 'cron'],
      [{ timezone: '+02:00' }, 'timezone'],
      [{ timezone: 'Mars/Olympus' }, 'timezone'],
    ])('not with %j', async (more, field) => {
      expect(await refused(more)).toMatchObject({ code: 'cron_invalid', issues: [{ field }] });
    });

    it('not with two problems of which only one is told', async () => {
      expect(await refused({ cron: '61 25 * * *', timezone: 'Mars/Olympus' })).toMatchObject({
        issues: [{ field: 'timezone' }, { field: 'cron' }, { field: 'cron' }],
      });
    });

    it('not more often than the operator allows', async () => {
      expect(await refused({ cron: '*/4 * * * *' })).toMatchObject({
        code: 'schedule_too_frequent',
      });
      expect(await refused({ cron: '0,58 * * * *' })).toMatchObject({
        code: 'schedule_too_frequent',
      });
      await world.create({ cron: '*/5 * * * *' });
    });

    it.each([
      [{ inputs: { n: 1 } }, 'invalid_input'],
      [{ agent: 'nobody' }, 'agent_not_launchable'],
      [{ agent: 'claude-code' }, 'agent_key_missing'],
      [{ repo: 'file:///etc' }, 'repository_address_invalid'],
      [{ skill: 'tools/nothing' }, 'not_found'],
      [{ environment: crypto.randomUUID() }, 'not_found'],
    ])('not with %j, which no launch could use', async (more, code) => {
      expect(await refused(more)).toMatchObject({ code });
    });

    it('not with an environment that lasts for one run', async () => {
      const made = { workspace: 'tools', forRun: true, entries: { A: '1' } };
      const { id: environment } = await call(createEnvironment, made);
      expect(await refused({ environment })).toMatchObject({ code: 'not_found' });
    });

    it('from a launch, and then with nothing else that says what is launched', async () => {
      const launch = {
        workspace: 'tools',
        skill: 'file:skills/demo',
        repo: 'acme/shop',
        agent: 'scripted',
        environment: world.environment,
        inputs: { leaf: 'sencha' },
        label: 'once',
      };
      const { launchRunId: fromRun } = await call(startLaunch, launch);
      const input = { workspace: 'tools', cron: '0 9 * * *', fromRun };
      const { id } = await call(createSchedule, input);
      expect(await world.view(id)).toMatchObject({
        label: 'once',
        config: { skillRef: 'file:skills/demo', inputNames: ['leaf'] },
      });
      await expect(
        call(createSchedule, { ...input, skill: 'tools/x', agent: 'codex' }),
      ).rejects.toMatchObject({ issues: [{ field: 'skill' }, { field: 'agent' }] });
      await expect(
        call(createSchedule, { ...input, fromRun: crypto.randomUUID() }),
      ).rejects.toMatchObject({ code: 'not_found' });
    });
  });

  describe('in each state', () => {
    const states = ['active', 'paused'] as const;
    const events = [
      ['pause', pauseSchedule, 'paused'],
      ['resume', resumeSchedule, 'active'],
    ] as const;

    it.each(
      states.flatMap((state) =>
        events.map(([name, operation, to]) => ({ state, name, operation, to })),
      ),
    )('$state: $name leads to $to', async ({ state, operation, to }) => {
      const id = await world.create();
      if (state === 'paused') await call(pauseSchedule, { id });
      const before = await world.view(id);
      expect(await call(operation, { id })).toMatchObject({ status: to });
      if (state === to) expect(await world.view(id)).toEqual(before);
      await call(pauseSchedule, { id });
    });

    it.each(states)('%s: a trigger launches, and changes nothing', async (state) => {
      const id = await world.create();
      if (state === 'paused') await call(pauseSchedule, { id });
      const before = await world.view(id);
      const { launchRunId } = await call(triggerSchedule, { id });
      expect(await world.view(id)).toEqual(before);
      const { data } = await call(scheduleRuns, { id });
      expect(data).toEqual([
        expect.objectContaining({ launchRunId, cause: 'triggered', scheduledFor: null }),
      ]);
      await call(deleteSchedule, { id });
    });

    it.each(states)('%s: it can be changed, and deleted', async (state) => {
      const id = await world.create();
      if (state === 'paused') await call(pauseSchedule, { id });
      const changed = await call(updateSchedule, { id, cron: '15 9 * * *', label: 'x' });
      expect(changed).toMatchObject({
        status: state,
        cron: '15 9 * * *',
        label: 'x',
        nextRunAt: state === 'paused' ? null : '2026-03-01T09:15:00.000Z',
      });
      await call(deleteSchedule, { id });
      await expect(call(viewSchedule, { id })).rejects.toMatchObject({ code: 'not_found' });
    });
  });

  it('are paused and resumed at once by several, and all of them succeed', async () => {
    const id = await world.create();
    await Promise.all([1, 2, 3].map(() => call(pauseSchedule, { id })));
    await Promise.all([1, 2, 3].map(() => call(resumeSchedule, { id })));
    expect(await world.view(id)).toMatchObject({ status: 'active' });
    await call(deleteSchedule, { id });
  });

  it('launch nothing when they are triggered the moment they are deleted', async () => {
    const id = await world.create();
    const services = await world.host.server!.services('schedule');
    const { manager } = services.get(readDatabaseKey);
    const value = await manager.findOneByOrFail(Schedule, { id });
    const caller = { kind: 'user', id: value.ownerId, label: value.ownerLabel };
    const context = { target: { value }, caller } as never;
    await call(deleteSchedule, { id });
    for (const handler of [services.get(TriggerHandler), services.get(ResumeHandler)]) {
      value.state = 'paused';
      await expect(handler.run({ id }, context)).rejects.toMatchObject({ code: 'not_found' });
    }
  });

  it('change in nothing but times and label, and not without any', async () => {
    const id = await world.create();
    await expect(call(updateSchedule, { id })).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(call(updateSchedule, { id, agent: 'codex' } as never)).rejects.toMatchObject({
      code: 'invalid_input',
    });
    await call(deleteSchedule, { id });
  });

  it('are listed newest first, by state, page after page', async () => {
    world.later(1000);
    const paused = await world.create();
    await call(pauseSchedule, { id: paused });
    world.later(1000);
    const newest = await world.create();
    const first = await call(listSchedules, { workspace: 'tools', pageSize: 1 });
    expect(first.data.map(({ id }) => id)).toEqual([newest]);
    const after = { workspace: 'tools', pageSize: 1, after: first.next! };
    expect((await call(listSchedules, after)).data[0]?.id).toBe(paused);
    const active = await call(listSchedules, {
      workspace: 'tools',
      status: 'active',
      pageSize: 100,
    });
    expect(active.data.map(({ id }) => id)).toContain(newest);
    expect(active.data.map(({ id }) => id)).not.toContain(paused);
  });

  it('are no more than the operator allows, and a workspace with some is not deleted', async () => {
    await expect(
      (async () => {
        for (;;) await world.create();
      })(),
    ).rejects.toMatchObject({ code: 'too_many_schedules' });
    await expect(call(deleteWorkspace, { id: 'tools' })).rejects.toThrow(/schedule/);
  });
});
