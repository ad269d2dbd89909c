/** Schedules whose minutes come, with the built programs, a git host on loopback and an agent that follows a script. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { LaunchRunView } from '../../modules/launch/contract/launch-run-view.js';
import type {
  ScheduleRunView,
  ScheduleView,
  TriggeredSchedule,
} from '../../modules/schedule/contract/schedule-view.js';
import { itByDayOn } from '../contract/databases-by-day.js';
import { describeCloud } from '../describe-cloud.js';
import { LONG } from '../faults/harness/rounds.js';
import { GitServer } from '../network/git-server.js';
import { until } from '../until.js';
import { newEnvironment } from './new-environment.js';
import type { Server, Started } from './program.js';
import { openRegistryServer, type RegistryServer } from './registry-server.js';
import { scriptedSkill } from './scripted-skill.js';
import { freePort } from './shell.js';

const MINUTE = 60_000;
const done = { status: 'succeeded', summary: 'Made tea.' };

describeCloud('a schedule of every minute', (database) => {
  let registry: RegistryServer;
  let git: GitServer;
  let environment: string;
  let env: Readonly<Record<string, string>>;
  let server: Server;
  let worker: Started | undefined;

  /** On PostgreSQL launches run on a worker of their own, and both processes look what is due. */
  const startWorker = async () => {
    if (database.engine === 'postgres') worker = await registry.program.work([], { env });
  };
  const serverEnv = () =>
    database.engine === 'postgres' ? { ...env, SVC_JOB_CONCURRENCY: '0' } : env;

  beforeAll(async () => {
    // programs in the sandbox reach 127.0.0.1 without its proxy
    git = await GitServer.start({ host: '127.0.0.2' });
    const work = await git.create('acme/shop');
    await work.commit({ 'skills/tea/SKILL.md': scriptedSkill('tea', [{ result: done }]) });
    env = {
      SVC_OUTBOUND_ALLOW: git.origin,
      SVC_SECRET_KEY: randomBytes(32).toString('base64'),
      // sign-ins are kept by origin, and one of the tests starts it again
      SVC_PORT: String(await freePort()),
    };
    registry = await openRegistryServer(database, { env: serverEnv() });
    ({ server } = registry);
    await startWorker();
    environment = await newEnvironment(registry, 'kitchen');
  });
  afterAll(async () => {
    await server.stop();
    await registry.close();
    await git.close();
  });

  const create = () =>
    registry.json<ScheduleView>([
      ...['schedule', 'create', '--cron', '* * * * *', '--skill', 'file:skills/tea'],
      ...['--repo', git.url('acme/shop'), '--agent', 'scripted'],
      ...['--environment', environment, '--workspace', 'acme', '--label', 'Tea'],
    ]);
  const schedule = (action: string, id: string) =>
    registry.json<ScheduleView>(['schedule', action, id]);
  const runsOf = async (id: string) =>
    (await registry.json<{ data: ScheduleRunView[] }>(['schedule', 'runs', id])).data;
  /** The only launch of a schedule that is paused, once it has ended. */
  const endOf = (id: string): Promise<ScheduleRunView> =>
    until(async () => (await runsOf(id)).find(({ finishedAt }) => finishedAt !== null));

  it('launches once more when somebody triggers it, also while it is paused', async () => {
    const { id } = await create();
    expect(await schedule('pause', id)).toMatchObject({ status: 'paused', nextRunAt: null });
    const trigger = ['schedule', 'trigger', id];
    const { launchRunId } = await registry.json<TriggeredSchedule>(trigger);
    expect(await endOf(id)).toMatchObject({
      launchRunId,
      cause: 'triggered',
      scheduledFor: null,
      status: 'completed',
      result: done,
    });
    expect(await schedule('view', id)).toMatchObject({ status: 'paused', lastRun: null });
    await schedule('delete', id);
    const kept = await registry.json<LaunchRunView>(['launch', 'view', launchRunId]);
    expect(kept).toMatchObject({ status: 'completed', label: 'Tea', result: done });
  });

  itByDayOn('postgres', database)('launches by itself, unless it is paused', async () => {
    const paused = await create();
    await schedule('pause', paused.id);
    // a minute may have come before the pause
    const before = (await runsOf(paused.id)).length;
    const { id, nextRunAt } = await create();
    await until(async () => (await runsOf(id)).length > 0);
    expect(await schedule('pause', id)).toMatchObject({ status: 'paused', nextRunAt: null });
    const { launchRunId, scheduledFor, ...run } = await endOf(id);
    expect(run).toMatchObject({ cause: 'scheduled', status: 'completed', result: done });
    expect(Date.parse(scheduledFor!)).toBeGreaterThanOrEqual(Date.parse(nextRunAt!));
    expect(scheduledFor).toMatch(/:00\.000Z$/);
    expect(await schedule('view', id)).toMatchObject({
      lastRun: { launchRunId, scheduledFor, status: 'completed' },
      lastProblem: null,
    });
    const text = await registry.svc(['schedule', 'view', id]);
    expect(text).toContain(`Last: completed, for ${scheduledFor!}  ${launchRunId}`);
    expect(await registry.svc(['schedule', 'runs', id])).toContain('succeeded: Made tea.');
    // its minute came as well
    expect(paused.nextRunAt! <= scheduledFor!).toBe(true);
    expect(await runsOf(paused.id)).toHaveLength(before);
  });

  // it waits for two minutes; by day contract tests move the clock instead
  (LONG ? it : it.skip)('makes up for the latest minute without a server', async () => {
    const { id, nextRunAt } = await create();
    const first = Date.parse(nextRunAt!);
    worker?.child.kill('SIGTERM');
    await Promise.all([worker?.finished, server.stop()]);
    await until(() => Date.now() > first + MINUTE);
    server = await registry.program.serve([], { env: serverEnv() });
    await startWorker();
    await until(async () => (await runsOf(id)).length > 0);
    await schedule('pause', id);
    const { missed } = await schedule('view', id);
    const { scheduledFor, ...run } = (await runsOf(id)).at(-1)!;
    const passed = (Date.parse(scheduledFor!) - first) / MINUTE;
    expect(run).toMatchObject({ cause: 'scheduled' });
    expect(passed).toBeGreaterThanOrEqual(1);
    expect(missed).toBe(passed);
    const text = await registry.svc(['schedule', 'view', id]);
    expect(text).toMatch(/\d times? missed while no server ran\./);
    await until(async () => (await runsOf(id)).every(({ status }) => status === 'completed'));
  });
});
