import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { invalidInput, metricsPoint } from 'svc-registry/kernel';
import { databaseBusy } from '../../../modules/persistence/contract/errors.js';
import { describeEachDatabase } from '../databases.js';
import { ManualTime } from './manual-time.js';
import { heldPart } from './parts.js';
import { ScriptedRun, trace } from './scripted.js';
import { Stage } from './stage.js';

describeEachDatabase('background work', (database) => {
  let stage: Stage;
  let time: ManualTime;

  const open = async (settings: Parameters<typeof Stage.open>[1] = {}): Promise<void> => {
    time = new ManualTime();
    stage = await Stage.open(await database.create(), { time, ...settings });
  };

  afterEach(async () => {
    await stage.stop();
  });

  describe('that goes well', () => {
    beforeEach(() => open());

    it('writes its result once, in the unit of work that ends the run', async () => {
      stage.script.set('greet', (run, { number }) =>
        Promise.resolve(trace(run, `hello from attempt ${number}`)),
      );
      const createdAt = time.clock();
      const id = await stage.enqueue('greet');
      expect(await stage.reaches(id, 'completed')).toMatchObject({
        attempt: 1,
        failures: 0,
        version: 3,
        error: null,
        leaseUntil: null,
        createdAt,
        startedAt: time.clock(),
        finishedAt: time.clock(),
      });
      expect(await stage.traces()).toEqual(['hello from attempt 1']);
    });

    it('never begins when the unit of work that asked for it rolls back', async () => {
      stage.script.set('greet', (run) => Promise.resolve(trace(run, 'hello')));
      const asking = stage.units.run(async () => {
        await stage.enqueue('greet');
        throw new Error('changed my mind');
      });
      await expect(asking).rejects.toThrow('changed my mind');
      await stage.reaches(await stage.enqueue('greet'), 'completed');
      await time.pass(15);
      expect(await stage.traces()).toEqual(['hello']);
    });

    it('shows how far it is', async () => {
      const { part, letGo } = heldPart();
      stage.script.set('count', async (run, attempt) => {
        await attempt.progress({ done: 3, of: 9 });
        return part(run, attempt);
      });
      const id = await stage.enqueue('count');
      await stage.until(async () => (await stage.row(id)).progress !== null);
      expect(await stage.row(id)).toMatchObject({ state: 'running', progress: { done: 3, of: 9 } });
      letGo();
      await stage.reaches(id, 'completed');
    });

    it('is not waited for by those who have left', async () => {
      const { part, letGo } = heldPart();
      stage.script.set('count', part);
      const id = await stage.enqueue('count');
      await stage.reaches(id, 'running');
      const left = new AbortController();
      const waiting = stage.jobs.look(ScriptedRun, id, { wait: 20, signal: left.signal });
      await stage.until(() => time.isWaiting(0.5));
      left.abort();
      await time.pass(0.5);
      expect(await waiting).toMatchObject({ state: 'running' });
      letGo();
      await stage.reaches(id, 'completed');
    });

    it('is seen as a view, by those who wait for its end as well', async () => {
      const { part, letGo } = heldPart();
      const progress = { phase: 'Counting', text: 'sheep', done: 3, total: 9 };
      stage.script.set('count', async (run, attempt) => {
        await attempt.progress({ ...progress, cursor: 'of no interest' });
        return part(run, attempt);
      });
      const createdAt = time.clock().toISOString();
      const id = await stage.enqueue('count');
      await stage.until(async () => (await stage.row(id)).progress !== null);
      const started = time.clock().toISOString();
      expect(await stage.jobs.look(ScriptedRun, id)).toEqual({
        ...{ id, state: 'running', progress, error: null },
        ...{ createdAt, startedAt: started, finishedAt: null },
      });

      const brief = stage.jobs.look(ScriptedRun, id, { wait: 0.5 });
      await stage.until(() => time.isWaiting(0.5));
      await time.pass(0.5);
      expect(await brief).toMatchObject({ state: 'running' });
      const waiting = stage.jobs.look(ScriptedRun, id, { wait: 20 });
      await stage.until(() => time.isWaiting(0.5));
      letGo();
      await stage.reaches(id, 'completed');
      await time.pass(0.5);
      expect(await waiting).toMatchObject({ state: 'completed', finishedAt: expect.any(String) });
      await expect(stage.jobs.look(ScriptedRun, randomUUID())).rejects.toMatchObject({
        code: 'not_found',
      });
    });

    it('is done for as many runs at once as the settings say', async () => {
      const held = heldPart();
      stage.script.set('wait', held.part);
      const ids = [
        await stage.enqueue('wait'),
        await stage.enqueue('wait'),
        await stage.enqueue('wait'),
      ];
      await stage.until(() => held.begun.length === 2);
      await time.pass(15);
      const states = await Promise.all(ids.map(async (id) => (await stage.row(id)).state));
      expect(states.sort()).toEqual(['queued', 'running', 'running']);
      held.letGo();
      for (const id of ids) await stage.reaches(id, 'completed');
      expect(held.begun).toHaveLength(3);
    });
  });

  it('is counted', async () => {
    await open({ concurrency: 1 });
    const held = heldPart();
    stage.script.set('wait', held.part);
    stage.script.set('wrong', () => Promise.reject(invalidInput({ what: 'Not like this.' })));
    await stage.reaches(await stage.enqueue('wrong'), 'failed');
    const ids = [
      await stage.enqueue('wait'),
      await stage.enqueue('wait'),
      await stage.enqueue('wait'),
    ];
    await stage.until(() => held.begun.length === 1);
    const [extension] = stage.host.kernel.extensions.of(metricsPoint);
    const source = (await extension!.services()).build(await extension!.load());
    const of = (state: string, value: number) => ({
      value,
      labels: { kind: 'scripted.run', lane: 'default', state },
    });
    expect(await source.read()).toEqual([of('queued', 2), of('running', 1), of('failed', 1)]);
    held.letGo();
    for (const id of ids) await stage.reaches(id, 'completed');
  });

  describe('that fails', () => {
    beforeEach(() => open());

    it('is tried again later, and the failure forgotten when that goes well', async () => {
      stage.script.set('flaky', (run, { number }) =>
        number === 1
          ? Promise.reject(new Error('the token is svc_secret'))
          : Promise.resolve(trace(run, 'done')),
      );
      const id = await stage.enqueue('flaky');
      await stage.until(async () => (await stage.row(id)).failures === 1);
      const row = await stage.row(id);
      expect(row).toMatchObject({ state: 'queued', attempt: 1, leaseUntil: null });
      expect(row.error).toMatch(new RegExp(`failed unexpectedly.*scripted.run ${id}`));
      expect(row.error).not.toContain('svc_secret');
      const wait = row.availableAt.getTime() - time.clock().getTime();
      expect(wait).toBeGreaterThanOrEqual(5_000);
      expect(wait).toBeLessThanOrEqual(10_000);

      await time.pass(15);
      expect(await stage.reaches(id, 'completed')).toMatchObject({
        attempt: 2,
        failures: 1,
        error: null,
      });
      expect(await stage.traces()).toEqual(['done']);
      expect(stage.log).toContainEqual(
        expect.objectContaining({
          fields: expect.objectContaining({ run: id, attempt: 1, event: 'triedAgain' }),
        }),
      );
    });

    it('waits as long as the error says', async () => {
      stage.script.set('busy', () =>
        Promise.reject(
          databaseBusy({ why: 'so much to do' }, { details: { retryAfterSeconds: 300 } }),
        ),
      );
      const id = await stage.enqueue('busy');
      await stage.until(async () => (await stage.row(id)).failures === 1);
      const { availableAt, error } = await stage.row(id);
      expect(availableAt.getTime() - time.clock().getTime()).toBe(300_000);
      expect(error).toBe('The database is busy: so much to do. Try again in a moment.');
    });

    it('fails immediately when trying again is of no use', async () => {
      stage.script.set('wrong', () =>
        Promise.reject(invalidInput({ what: 'There is no such thing.', hint: 'Name another.' })),
      );
      const id = await stage.enqueue('wrong');
      const row = await stage.reaches(id, 'failed');
      expect(row).toMatchObject({
        attempt: 1,
        failures: 1,
        error: 'There is no such thing. Name another.',
        finishedAt: time.clock(),
      });
      expect(await stage.traces(id)).toEqual(['failed: There is no such thing. Name another.']);
    });

    it('fails when it was tried often enough; a person may ask for it again', async () => {
      let broken = true;
      stage.script.set('broken', (run) =>
        broken ? Promise.reject(new Error('broken')) : Promise.resolve(trace(run, 'repaired')),
      );
      const id = await stage.enqueue('broken');
      for (const failures of [1, 2]) {
        await stage.until(async () => (await stage.row(id)).failures === failures);
        await time.pass(30);
      }
      expect(await stage.reaches(id, 'failed')).toMatchObject({ attempt: 3, failures: 3 });
      expect(await stage.traces(id)).toHaveLength(1);

      broken = false;
      await stage.jobs.retry(ScriptedRun, id);
      expect(await stage.reaches(id, 'completed')).toMatchObject({
        attempt: 4,
        failures: 0,
        error: null,
      });
      expect(await stage.traces(id)).toContain('repaired');
    });

    it('writes nothing of a result that cannot be written whole', async () => {
      stage.script.set('half', (run, { number }) =>
        Promise.resolve(async (manager) => {
          await trace(run, `result of attempt ${number}`)(manager);
          if (number === 1) throw new Error('no room for the second half');
        }),
      );
      const id = await stage.enqueue('half');
      await stage.until(async () => (await stage.row(id)).failures === 1);
      expect(await stage.traces()).toEqual([]);
      await time.pass(15);
      await stage.reaches(id, 'completed');
      expect(await stage.traces()).toEqual(['result of attempt 2']);
    });
  });
});
