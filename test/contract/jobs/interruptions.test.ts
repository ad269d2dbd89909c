import { afterEach, beforeEach, describe, expect } from '@jest/globals';
import { itInTurn } from '../databases-by-day.js';
import { describeEachDatabase } from '../databases.js';
import { ManualTime } from './manual-time.js';
import { heldPart, obedientPart } from './parts.js';
import { ScriptedRun, trace } from './scripted.js';
import { Stage } from './stage.js';

describeEachDatabase('background work that is interrupted', (database) => {
  const it = itInTurn(database);
  let stage: Stage;
  let time: ManualTime;

  beforeEach(async () => {
    time = new ManualTime();
    stage = await Stage.open(await database.create(), {
      time,
      settings: { leaseSeconds: 60, timeLimitSeconds: 600 },
    });
  });

  afterEach(async () => {
    await stage.stop();
  });

  /** A run whose work has begun and looks after its lease. */
  const running = async (part: string): Promise<string> => {
    const id = await stage.enqueue(part);
    await stage.until(async () => (await stage.row(id)).state === 'running' && time.isWaiting(2));
    return id;
  };

  describe('by the caller that asked for it', () => {
    it('is cancelled immediately while it waits', async () => {
      const held = heldPart();
      stage.script.set('wait', held.part);
      const [first, second, third] = [
        await running('wait'),
        await running('wait'),
        await stage.enqueue('wait'),
      ];
      expect(await stage.jobs.cancel(ScriptedRun, third)).toBe('cancelled');
      expect(await stage.row(third)).toMatchObject({
        attempt: 0,
        state: 'cancelled',
        finishedAt: time.clock(),
      });
      expect(await stage.traces(third)).toEqual(['cancelled: ']);
      held.letGo();
      for (const id of [first, second]) await stage.reaches(id, 'completed');
      expect(held.begun).toHaveLength(2);
    });

    it('stops, and ends as cancelled', async () => {
      stage.script.set('obey', obedientPart);
      const id = await running('obey');
      expect(await stage.jobs.cancel(ScriptedRun, id)).toBe('running');
      expect(await stage.reaches(id, 'cancelled')).toMatchObject({
        attempt: 1,
        failures: 0,
        finishedAt: time.clock(),
      });
      expect(await stage.traces()).toEqual(['cancelled: ']);
    });

    it('is cancelled also when another process was asked', async () => {
      stage.script.set('obey', obedientPart);
      const id = await running('obey');
      await stage.change(id, { cancelRequestedAt: time.clock() });
      await time.pass(2);
      await stage.reaches(id, 'cancelled');
    });

    it('is cancelled and left alone when it does not stop; its late answer is refused', async () => {
      const held = heldPart((run) => Promise.resolve(trace(run, 'too late')));
      stage.script.set('deaf', held.part);
      const id = await running('deaf');
      await stage.jobs.cancel(ScriptedRun, id);
      expect(held.begun[0]?.aborted).toBe(true);
      expect(await stage.row(id)).toMatchObject({ state: 'running' });
      await time.pass(3);
      await stage.reaches(id, 'cancelled');
      held.letGo();
      await time.pass(15);
      expect(await stage.row(id)).toMatchObject({ state: 'cancelled', attempt: 1 });
      expect(await stage.traces()).toEqual(['cancelled: ']);
    });

    it('is cancelled though it ends well at that moment', async () => {
      stage.script.set('done', async (run) => {
        await stage.jobs.cancel(ScriptedRun, run.id);
        return trace(run, 'a result that nobody wants');
      });
      const id = await stage.enqueue('done');
      await stage.reaches(id, 'cancelled');
      expect(await stage.traces()).toEqual(['cancelled: ']);
    });

    it('may be asked twice, and too late', async () => {
      stage.script.set('obey', obedientPart);
      stage.script.set('done', (run) => Promise.resolve(trace(run, 'done')));
      const id = await running('obey');
      await Promise.all([stage.jobs.cancel(ScriptedRun, id), stage.jobs.cancel(ScriptedRun, id)]);
      await stage.reaches(id, 'cancelled');
      expect(await stage.jobs.cancel(ScriptedRun, id)).toBe('cancelled');
      const other = await stage.enqueue('done');
      await stage.reaches(other, 'completed');
      expect(await stage.jobs.cancel(ScriptedRun, other)).toBe('completed');
      expect((await stage.traces()).sort()).toEqual(['cancelled: ', 'done']);
      await expect(stage.jobs.cancel(ScriptedRun, crypto.randomUUID())).rejects.toMatchObject({
        code: 'not_found',
      });
      await expect(stage.jobs.retry(ScriptedRun, other)).rejects.toMatchObject({
        code: 'wrong_state',
      });
    });
  });

  describe('by time', () => {
    it('keeps its lease for as long as it takes', async () => {
      const held = heldPart((run) => Promise.resolve(trace(run, 'done')));
      stage.script.set('long', held.part);
      const id = await running('long');
      for (let seconds = 0; seconds < 300; seconds += 50) {
        await time.pass(50);
        const { attempt, leaseUntil } = await stage.row(id);
        expect(attempt).toBe(1);
        expect(leaseUntil!.getTime() - time.clock().getTime()).toBeGreaterThan(35_000);
      }
      held.letGo();
      expect(await stage.reaches(id, 'completed')).toMatchObject({ attempt: 1 });
    });

    it('keeps its lease when the clock is set back', async () => {
      const held = heldPart((run) => Promise.resolve(trace(run, 'done')));
      stage.script.set('long', held.part);
      time.set(86_400);
      const id = await running('long');
      time.set(-86_400);
      await time.pass(2);
      expect((await stage.row(id)).leaseUntil).toEqual(new Date(time.clock().getTime() + 60_000));
      await stage.sweep();
      held.letGo();
      expect(await stage.reaches(id, 'completed')).toMatchObject({ attempt: 1 });
    });

    it('fails when it is not over in the time it may take, however often it could be tried', async () => {
      stage.script.set('obey', obedientPart);
      const id = await running('obey');
      await time.pass(598);
      expect(await stage.row(id)).toMatchObject({ state: 'running' });
      await time.pass(4);
      const row = await stage.reaches(id, 'failed');
      expect(row.error).toMatch(/within the 600 seconds/);
      expect(await stage.traces()).toEqual([`failed: ${row.error}`]);
    });

    it('fails while it waits, too', async () => {
      stage.script.set('flaky', () => Promise.reject(new Error('not now')));
      const id = await stage.enqueue('flaky');
      await stage.until(async () => (await stage.row(id)).failures === 1);
      await stage.change(id, { availableAt: new Date(time.clock().getTime() + 10_000_000) });
      await time.pass(620);
      expect((await stage.reaches(id, 'failed')).error).toMatch(/within the 600 seconds/);
    });
  });

  describe('by the loss of its lease', () => {
    it('learns that, and its late answer is refused; the next attempt counts', async () => {
      const held = heldPart((run, { number }) => Promise.resolve(trace(run, `attempt ${number}`)));
      stage.script.set('slow', held.part);
      const id = await running('slow');
      // what the sweep of another server does when this one was out of reach for a minute
      await stage.change(id, { state: 'queued', leaseUntil: null, availableAt: time.clock() });
      await time.pass(2);
      expect(held.begun[0]?.aborted).toBe(true);
      expect(held.begun[0]?.reason).toMatchObject({ code: 'attempt_interrupted' });
      await stage.until(async () => {
        await time.pass(15);
        return held.begun.length === 2;
      });
      held.letGo();
      expect(await stage.reaches(id, 'completed')).toMatchObject({ attempt: 2 });
      expect(await stage.traces()).toEqual(['attempt 2']);
      expect(stage.log).toContainEqual(
        expect.objectContaining({
          fields: expect.objectContaining({ run: id, attempt: 1, event: 'refused' }),
        }),
      );
    });

    it('learns that before it does what must not be repeated', async () => {
      const reached: string[] = [];
      const held = heldPart(async (run, attempt) => {
        await attempt.unrepeatable();
        reached.push(run.id);
        return undefined;
      });
      stage.script.set('once', held.part);
      const id = await running('once');
      await stage.change(id, { attempt: 7 });
      held.letGo();
      await stage.until(() =>
        stage.log.some(({ fields }) => fields['run'] === id && fields['event'] === 'refused'),
      );
      expect(reached).toEqual([]);
      expect(await stage.row(id)).toMatchObject({ state: 'running', attempt: 7, failures: 0 });
    });

    it('cannot even say how far it is', async () => {
      const held = heldPart(async (_run, attempt) => {
        await attempt.progress({ done: 1 });
        return undefined;
      });
      stage.script.set('slow', held.part);
      const id = await running('slow');
      await stage.change(id, { attempt: 7 });
      held.letGo();
      await stage.until(() =>
        stage.log.some(({ fields }) => fields['run'] === id && fields['event'] === 'refused'),
      );
      expect(await stage.row(id)).toMatchObject({ state: 'running', attempt: 7, progress: null });
    });
  });

  describe('by the end of its process', () => {
    it('may end by itself first', async () => {
      const held = heldPart((run) => Promise.resolve(trace(run, 'done')));
      stage.script.set('short', held.part);
      const id = await running('short');
      const stopped = stage.stopWorking();
      await time.pass(4);
      expect(held.begun[0]?.aborted).toBe(false);
      held.letGo();
      await stopped;
      expect(await stage.row(id)).toMatchObject({ state: 'completed', attempt: 1 });
      expect(time.isWaiting(5)).toBe(false);
    });

    it.each([
      { what: 'stops when asked to', part: obedientPart, seconds: 5 },
      {
        what: 'does not stop',
        part: heldPart((run) => Promise.resolve(trace(run, 'too late'))).part,
        seconds: 8,
      },
    ])('is handed back, without a failure: one that $what', async ({ part, seconds }) => {
      stage.script.set('long', part);
      const id = await running('long');
      const stopped = stage.stopWorking();
      await time.pass(seconds);
      await stopped;
      expect(await stage.row(id)).toMatchObject({
        state: 'queued',
        attempt: 1,
        failures: 0,
        leaseUntil: null,
        error: null,
      });

      stage.script.set('long', (run, { number }) =>
        Promise.resolve(trace(run, `attempt ${number}`)),
      );
      await stage.work();
      expect(await stage.reaches(id, 'completed')).toMatchObject({ attempt: 2, failures: 0 });
      expect(await stage.traces()).toEqual(['attempt 2']);
    });

    it('keeps it no longer than nine seconds, though its result cannot be written', async () => {
      const stuck = heldPart((run) => Promise.resolve(trace(run, 'done at last')));
      stage.script.set('stuck', (run, attempt) =>
        Promise.resolve(async (manager) => {
          const write = await stuck.part(run, attempt);
          await write?.(manager);
        }),
      );
      const id = await stage.enqueue('stuck');
      await stage.until(() => stuck.begun.length === 1);
      const stopped = stage.stopWorking();
      await time.pass(9);
      await stopped;
      expect(await stage.row(id)).toMatchObject({ state: 'running', attempt: 1 });
      stuck.letGo();
      await stage.reaches(id, 'completed');
    });

    it('goes on for as long as the process may drain, and keeps its lease', async () => {
      await stage.stop();
      stage = await Stage.open(await database.create(), {
        time,
        settings: { leaseSeconds: 60, timeLimitSeconds: 600 },
        env: { SVC_JOB_DRAIN: '900' },
      });
      const held = heldPart((run) => Promise.resolve(trace(run, 'done')));
      stage.script.set('long', held.part);
      const id = await running('long');
      const stopped = stage.stopWorking();
      const other = await stage.enqueue('long');
      for (let seconds = 0; seconds < 580; seconds += 58) {
        await time.pass(58);
        expect((await stage.row(id)).leaseUntil!.getTime()).toBeGreaterThan(time.clock().getTime());
      }
      expect(held.begun.map(({ aborted }) => aborted)).toEqual([false]);
      held.letGo();
      await stopped;
      expect(await stage.row(id)).toMatchObject({ state: 'completed', attempt: 1, failures: 0 });
      expect(await stage.row(other)).toMatchObject({ state: 'queued', attempt: 0 });
    });

    it('fails when the work must not be repeated, and no attempt follows', async () => {
      stage.script.set('once', async (run, attempt) => {
        await attempt.unrepeatable();
        return obedientPart(run, attempt);
      });
      const id = await running('once');
      await stage.until(async () => (await stage.row(id)).failures === 3);
      const stopped = stage.stopWorking();
      await time.pass(5);
      await stopped;
      const row = await stage.row(id);
      expect(row).toMatchObject({ state: 'failed', attempt: 1 });
      expect(row.error).toMatch(/had to stop.*not repeated/);
      expect(await stage.traces(id)).toEqual([`failed: ${row.error}`]);
    });

    it('begins no other', async () => {
      stage.script.set('obey', obedientPart);
      await running('obey');
      const stopped = stage.stopWorking();
      const id = await stage.enqueue('obey');
      await time.pass(5);
      await stopped;
      expect(await stage.row(id)).toMatchObject({ state: 'queued', attempt: 0 });
    });
  });
});
