import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { readDatabaseKey } from '../../../modules/persistence/contract/db.js';
import { describeEachDatabase, type DatabaseLocation } from '../databases.js';
import { errands, HeldErrands, LaunchRun, QuickRun, ReviewRun } from './kinds.js';
import { ManualTime } from './manual-time.js';
import { Stage } from './stage.js';

type Settings = Parameters<typeof errands>[1];

describeEachDatabase('long background work', (database) => {
  const stages: Stage[] = [];
  let location: DatabaseLocation;
  let time: ManualTime;
  let held: HeldErrands;

  beforeEach(async () => {
    location = await database.create();
    time = new ManualTime();
    held = new HeldErrands();
  });

  afterEach(async () => {
    held.endAll();
    await Promise.all(stages.splice(0).map((stage) => stage.stop()));
  });

  const build = async (long: number, settings: Settings = {}): Promise<Stage> => {
    const more = [errands((run, attempt) => held.does(run, attempt), settings)];
    const env = { SVC_LONG_JOB_CONCURRENCY: String(long) };
    const stage = await Stage.build(location, { time, env, more });
    stages.push(stage);
    return stage;
  };

  const open = async (long: number, settings: Settings = {}): Promise<Stage> => {
    const stage = await build(long, settings);
    await stage.work();
    return stage;
  };

  const begun = (count: number) => stages[0]!.until(() => held.begun.length === count);

  it('does not hold up quick work', async () => {
    const { jobs } = await open(1);
    await jobs.enqueue(ReviewRun, { note: 'review 1' });
    await jobs.enqueue(LaunchRun, { note: 'launch 1' });
    await begun(1);
    await jobs.enqueue(QuickRun, { note: 'quick 1' });
    await jobs.enqueue(QuickRun, { note: 'quick 2' });
    await begun(3);
    expect(held.notes.slice(1).sort()).toEqual(['quick 1', 'quick 2']);
  });

  it('of one kind delays another by at most one run', async () => {
    const { jobs } = await open(1);
    for (let at = 1; at <= 20; at += 1) await jobs.enqueue(ReviewRun, { note: `review ${at}` });
    await begun(1);
    await jobs.enqueue(LaunchRun, { note: 'launch 1' });
    await jobs.enqueue(LaunchRun, { note: 'launch 2' });
    for (let count = 1; count < 6; count += 1) {
      held.begun.at(-1)!.end();
      await begun(count + 1);
    }
    expect(held.notes).toEqual([
      'review 1',
      'launch 1',
      'review 2',
      'launch 2',
      'review 3',
      'review 4',
    ]);
  });

  it('of one kind may be limited, and leaves the rest to others', async () => {
    const { jobs } = await open(3, { reviews: { concurrency: 1 } });
    for (let at = 1; at <= 3; at += 1) await jobs.enqueue(ReviewRun, { note: `review ${at}` });
    await begun(1);
    for (let at = 1; at <= 3; at += 1) await jobs.enqueue(LaunchRun, { note: `launch ${at}` });
    await begun(3);
    expect(held.notes.sort()).toEqual(['launch 1', 'launch 2', 'review 1']);
    held.end('review 1');
    await begun(4);
    expect(held.notes).toContain('review 2');
  });

  it('that waits is begun by the next process', async () => {
    const first = await build(1);
    await first.jobs.enqueue(ReviewRun, { note: 'review 1' });
    await first.stop();
    stages.pop();
    await open(1);
    await begun(1);
  });

  it('that failed waits for its next attempt', async () => {
    let attempts = 0;
    held.does = () => {
      attempts += 1;
      return Promise.reject(new Error('not now'));
    };
    const stage = await open(1, { reviews: { backOff: { first: 100, most: 100 } } });
    const id = await stage.jobs.enqueue(ReviewRun, { note: 'review 1' });
    const { manager } = await stage.host.get(readDatabaseKey);
    await stage.until(() => manager.existsBy(ReviewRun, { id, failures: 1 }));
    await time.pass(45);
    expect(attempts).toBe(1);
    await time.pass(60);
    await stage.until(() => attempts === 2);
  });

  it('waits for no other kind where it is apart, and has a limit of its own', async () => {
    const { jobs } = await open(1, { launches: { lane: 'apart', concurrency: 2 } });
    await jobs.enqueue(ReviewRun, { note: 'review 1' });
    await begun(1);
    for (let at = 1; at <= 3; at += 1) await jobs.enqueue(LaunchRun, { note: `launch ${at}` });
    await begun(3);
    // those that begin together do so in any order
    expect(held.notes.slice(1).sort()).toEqual(['launch 1', 'launch 2']);
    held.end('launch 1');
    await begun(4);
    expect(held.notes[3]).toBe('launch 3');
  });

  it('refuses a limit outside of its lane', async () => {
    const stage = await open(1, { quick: { concurrency: 1 } });
    expect(stage.log).toContainEqual(
      expect.objectContaining({
        fields: expect.objectContaining({
          kind: 'errands.quick',
          error: expect.objectContaining({
            code: 'kind_refused',
            message: expect.stringContaining('"lane"'),
          }),
        }),
      }),
    );
  });

  if (database.engine === 'sqlite') return;

  it('is seen by every process, and delays another kind in none of them by more than one run', async () => {
    const server = await build(0);
    await Promise.all([open(1), open(1)]);
    for (let at = 1; at <= 20; at += 1)
      await server.jobs.enqueue(ReviewRun, { note: `review ${at}` });
    await time.pass(1);
    await begun(2);
    await server.jobs.enqueue(LaunchRun, { note: 'launch 1' });
    held.begun[0]!.end();
    await begun(3);
    expect(held.notes[2]).toBe('launch 1');
  });

  it('is begun once, though all processes look at the same moment', async () => {
    held.does = () => Promise.resolve(undefined);
    const server = await build(0);
    await Promise.all([open(5), open(5), open(5)]);
    for (let round = 0; round < 5; round += 1) {
      const notes = Array.from({ length: 20 }, (_, at) => `${round}/${at}`);
      await server.units.run(async () => {
        for (const note of notes) await server.jobs.enqueue(ReviewRun, { note });
      });
      await time.pass(1);
    }
    const { manager } = await server.host.get(readDatabaseKey);
    await server.until(async () => {
      await time.pass(1);
      return (await manager.countBy(ReviewRun, { state: 'completed' })) === 100;
    });
    expect(await manager.countBy(ReviewRun, { attempt: 1, failures: 0 })).toBe(100);
  });

  it('is left to others by a process that may do none', async () => {
    const server = await open(0);
    await server.jobs.enqueue(ReviewRun, { note: 'review 1' });
    await server.jobs.enqueue(QuickRun, { note: 'quick 1' });
    await begun(1);
    await time.pass(30);
    expect(held.notes).toEqual(['quick 1']);
    await open(1);
    await begun(2);
  });
});
