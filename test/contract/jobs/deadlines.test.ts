import { afterEach, beforeEach, expect } from '@jest/globals';
import { itInTurn } from '../databases-by-day.js';
import { describeEachDatabase } from '../databases.js';
import { ManualTime } from './manual-time.js';
import { heldPart, obedientPart } from './parts.js';
import { ScriptedRun, trace } from './scripted.js';
import { Stage } from './stage.js';

describeEachDatabase('background work with a deadline', (database) => {
  const it = itInTurn(database);
  let stage: Stage;
  let time: ManualTime;

  beforeEach(async () => {
    time = new ManualTime();
    stage = await Stage.build(await database.create(), {
      time,
      concurrency: 1,
      settings: { timeLimitSeconds: 600 },
    });
  });

  afterEach(() => stage.stop());

  const enqueue = (part: string, seconds: number): Promise<string> => {
    const deadline = new Date(time.clock().getTime() + seconds * 1000);
    return stage.jobs.enqueue(ScriptedRun, { part }, { deadline });
  };

  it('fails when that passes while it waits, and never begins', async () => {
    const held = heldPart();
    stage.script.set('long', held.part);
    stage.script.set('never', () => Promise.reject(new Error('it has begun')));
    await stage.work();
    const first = await stage.enqueue('long');
    await stage.until(() => held.begun.length === 1);
    const id = await enqueue('never', 60);
    await time.pass(45);
    expect(await stage.row(id)).toMatchObject({ state: 'queued' });
    await time.pass(15);
    const row = await stage.reaches(id, 'failed');
    expect(row).toMatchObject({ attempt: 0, startedAt: null });
    expect(row.error).toMatch(/by 2026-01-01T00:01:00.000Z, and had not begun by then/);
    expect(await stage.traces(id)).toEqual([`failed: ${row.error}`]);
    held.letGo();
    await stage.reaches(first, 'completed');
  });

  it('fails instead of beginning, though no sweep has found it', async () => {
    stage.script.set('never', () => Promise.reject(new Error('it has begun')));
    const id = await enqueue('never', 60);
    time.jump(60);
    const claimed = await stage.claim(id);
    expect(claimed).toBeNull();
    expect(await stage.row(id)).toMatchObject({ state: 'failed', attempt: 0, startedAt: null });
  });

  it('is interrupted at that moment, where its kind would allow it more time', async () => {
    stage.script.set('obey', obedientPart);
    await stage.work();
    const id = await enqueue('obey', 100);
    await stage.until(async () => (await stage.row(id)).state === 'running' && time.isWaiting(2));
    await time.pass(98);
    expect(await stage.row(id)).toMatchObject({ state: 'running' });
    await time.pass(4);
    expect((await stage.reaches(id, 'failed')).error).toMatch(/by 2026.*, and was not/);
  });

  it('has no more time than its kind allows', async () => {
    stage.script.set('obey', obedientPart);
    await stage.work();
    const id = await enqueue('obey', 86_400);
    await stage.until(async () => (await stage.row(id)).state === 'running' && time.isWaiting(2));
    expect((await stage.row(id)).deadlineAt).toEqual(new Date(time.clock().getTime() + 600_000));
    await time.pass(602);
    expect((await stage.reaches(id, 'failed')).error).toMatch(/within the 600 seconds/);
  });

  it('has none when a person tries it again', async () => {
    const id = await enqueue('greet', 60);
    time.jump(60);
    await stage.claim(id);
    stage.script.set('greet', (run) => Promise.resolve(trace(run, 'done')));
    await stage.work();
    await stage.jobs.retry(ScriptedRun, id);
    // the queue may lose a job that it takes at the moment at which it is added again; a sweep finds the run
    await stage.until(async () => {
      const { state } = await stage.row(id);
      // while it runs, time that passes would end its lease
      if (state === 'queued') await time.pass(15);
      return state === 'completed';
    });
    expect(await stage.row(id)).toMatchObject({ attempt: 1 });
  });
});
