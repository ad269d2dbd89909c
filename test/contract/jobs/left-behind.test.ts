import { afterEach, beforeEach, expect } from '@jest/globals';
import { contribute, defineModule } from 'svc-registry/kernel';
import { runKindsPoint, type RunKind } from '../../../modules/jobs/contract/db.js';
import { itInTurn } from '../databases-by-day.js';
import { describeEachDatabase } from '../databases.js';
import { ManualTime } from './manual-time.js';
import { ScriptedRun, trace } from './scripted.js';
import { Stage } from './stage.js';

const kind = (id: string, load: () => Promise<RunKind>) =>
  defineModule({
    id,
    api: '^1.0.0',
    summary: 'A kind that cannot be used',
    requires: ['jobs', 'scripted'],
    contributes: [contribute(runKindsPoint, `${id}.run`, { summary: 'Never done' }, load)],
    server: () => Promise.resolve({ default: {} }),
  });

const unusable = [
  kind('broken', () => Promise.reject(new Error('its code is not there'))),
  kind('copycat', () => Promise.resolve({ entity: ScriptedRun, work: class {} as never })),
];

describeEachDatabase('background work that was left behind', (database) => {
  const it = itInTurn(database);
  let stage: Stage;
  let time: ManualTime;

  beforeEach(async () => {
    time = new ManualTime();
    stage = await Stage.build(await database.create(), { time, more: unusable });
    stage.script.set('greet', (run, { number }) =>
      Promise.resolve(trace(run, `attempt ${number}`)),
    );
  });

  afterEach(async () => {
    await stage.stop();
  });

  /** A run as a process leaves it that dies in its midst. */
  const abandoned = async (change: Partial<ScriptedRun> = {}): Promise<string> => {
    const id = await stage.enqueue('greet');
    const leaseUntil = new Date(time.clock().getTime() + 60_000);
    await stage.change(id, {
      state: 'running',
      attempt: 1,
      leaseUntil,
      startedAt: time.clock(),
      ...change,
    });
    return id;
  };

  it('by a process that died: fails when the work must not be repeated', async () => {
    // as many failures as the kind allows: see Attempt.unrepeatable
    const id = await abandoned({ failures: 3 });
    await stage.work();
    await time.pass(75);
    const row = await stage.reaches(id, 'failed');
    expect(row).toMatchObject({ attempt: 1 });
    expect(row.error).toMatch(/ended before it was done, and the work is not repeated/);
    expect(await stage.traces(id)).toEqual([`failed: ${row.error}`]);
  });

  it('by a process that died: is done again when its lease has expired', async () => {
    const id = await abandoned();
    await stage.work();
    if (database.engine === 'postgres') {
      await time.pass(45);
      expect(await stage.row(id)).toMatchObject({ state: 'running', attempt: 1 });
      await time.pass(15);
    }
    expect(await stage.reaches(id, 'completed')).toMatchObject({ attempt: 2, failures: 1 });
    expect(await stage.traces()).toEqual(['attempt 2']);
  });

  it('by a process that died while the clock was ahead: is done again immediately', async () => {
    const id = await abandoned({ leaseUntil: new Date(time.clock().getTime() + 86_400_000) });
    await stage.work();
    await stage.sweep();
    expect(await stage.reaches(id, 'completed')).toMatchObject({ attempt: 2, failures: 1 });
  });

  it('by processes that died of it: fails in the end', async () => {
    const id = await abandoned({ failures: 2, attempt: 3 });
    await stage.work();
    await time.pass(60);
    const { error } = await stage.reaches(id, 'failed');
    expect(error).toMatch(/ended before it was done, 3 times/);
    expect(await stage.traces()).toEqual([`failed: ${error}`]);
  });

  it('after it was asked to be cancelled: is cancelled', async () => {
    const id = await abandoned({ cancelRequestedAt: time.clock() });
    await stage.work();
    await time.pass(60);
    expect(await stage.reaches(id, 'cancelled')).toMatchObject({ attempt: 1 });
  });

  it('after its time was up: fails', async () => {
    const startedAt = new Date(time.clock().getTime() - 3_600_000);
    const id = await abandoned({ startedAt, deadlineAt: time.clock() });
    await stage.work();
    await time.pass(60);
    expect((await stage.reaches(id, 'failed')).error).toMatch(/within the 3600 seconds/);
  });

  it('by a queue that forgot it, as after a restore: is done', async () => {
    await stage.work();
    const run = Object.assign(new ScriptedRun(), await stage.row(await stage.enqueue('greet')));
    Object.assign(run, { id: crypto.randomUUID(), state: 'queued', attempt: 0 });
    await stage.units.run((manager) => manager.insert(ScriptedRun, run));
    await time.pass(15);
    await stage.reaches(run.id, 'completed');
    expect(await stage.traces(run.id)).toEqual(['attempt 1']);
  });

  it('by a clock that was ahead when it was to wait: is done', async () => {
    await stage.work();
    const run = Object.assign(new ScriptedRun(), await stage.row(await stage.enqueue('greet')));
    const availableAt = new Date(time.clock().getTime() + 86_400_000);
    Object.assign(run, {
      id: crypto.randomUUID(),
      state: 'queued',
      attempt: 0,
      availableAt,
      deadlineAt: null,
    });
    await stage.units.run((manager) => manager.insert(ScriptedRun, run));
    await time.pass(15);
    await stage.reaches(run.id, 'completed');
  });

  it('by modules that cannot be used: they are named in the log, and others done', async () => {
    await stage.work();
    await stage.reaches(await stage.enqueue('greet'), 'completed');
    const refused = stage.log.filter(({ level }) => level === 'error').map(({ fields }) => fields);
    expect(refused).toEqual([
      expect.objectContaining({
        module: 'broken',
        error: expect.objectContaining({ message: 'its code is not there' }),
      }),
      expect.objectContaining({
        module: 'copycat',
        error: expect.objectContaining({ code: 'kind_refused' }),
      }),
    ]);
  });
});
