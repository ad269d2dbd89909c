import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { describeEachDatabase } from '../contract/databases.js';
import { itByDayOn, shareOf } from '../contract/databases-by-day.js';
import { changeRows } from '../e2e/registry-server.js';
import { until } from '../until.js';
import { countsOf } from './harness/counts.js';
import { FIX_ITERATIONS } from './harness/review-client.js';
import { ReviewServer } from './harness/review-server.js';
import { LONG, rounds } from './harness/rounds.js';
import { ScriptedModel } from './harness/scripted-model.js';
import { pointsOf } from './points.js';

const PRICE = 5 * FIX_ITERATIONS;
const RELEASED = 'review.credits-released';
const ends = pointsOf('kill-after-cancelling').map(({ name }) => name);
/** Steps of a run that goes on for a moment after it was cancelled; the others of an iteration follow at night. */
const steps = [
  'review.candidate-made',
  'review.report-stored',
  ...(LONG ? ['review.skill-judged:1', 'review.iteration-done', 'review.iteration-done:1'] : []),
];

describeEachDatabase('a server that dies when a run is cancelled or fails', (database) => {
  let model: ScriptedModel;
  let registry: ReviewServer;
  const onSqlite = itByDayOn('sqlite', database);
  const onPostgres = itByDayOn('postgres', database);
  const counts = countsOf(`K14 kill after cancelling, ${database.label}`);

  beforeAll(async () => {
    model = await ScriptedModel.start();
    registry = await ReviewServer.open(database, model.env);
  });
  afterAll(async () => {
    await registry.close();
    await model.close();
  });
  beforeEach(() => {
    model.does = 'answer';
  });

  /** Begins a fix run, and waits until it is within an iteration. */
  const beginHeld = async (fault?: string): Promise<string> => {
    model.does = 'hold';
    await registry.restart(fault);
    const { held } = model;
    const begun = await registry.client.ask('fix', await registry.next());
    await model.holds(held);
    return String(begun?.data['reviewRunId']);
  };
  const stateOf = async (id: string): Promise<string | undefined> =>
    (await registry.rows()).runs.find((run) => run.id === id)?.state;

  const cancelling = [undefined, 'jobs.work-done', ...ends, 'jobs.run-ended'];
  it.each(shareOf(cancelling, database))(
    'has a run cancelled that somebody cancelled before, and for nothing: %s',
    async (point) => {
      for (let round = 0; round < rounds(1, 30); round += 1) {
        const { used } = await registry.judged();
        const id = await beginHeld(point);
        const waits = await registry.client.ask('fix', await registry.next());
        const waiting = String(waits?.data['reviewRunId']);
        // the one that waits is cancelled at once, which the point of another test ends as well
        if (point === undefined)
          expect(await registry.client.cancel(waiting)).toMatchObject({ status: 200 });
        const answer = await registry.client.cancel(id);
        if (point === undefined) {
          expect(answer).toMatchObject({ status: 200 });
          await registry.kill();
        } else await registry.died();
        counts.add('cancelled');
        model.does = 'answer';
        await registry.restart();
        const after = await registry.judged();
        expect(await stateOf(id)).toBe('cancelled');
        expect(await stateOf(waiting)).toBe(point === undefined ? 'cancelled' : 'completed');
        expect(after.used - used).toBe(point === undefined ? 0 : PRICE);
        expect(await registry.client.cancel(id)).toMatchObject({ data: { status: 'cancelled' } });
      }
    },
  );

  it.each(shareOf(steps, database))(
    'has a run cancelled that another server was asked to cancel: %s',
    async (point) => {
      for (let round = 0; round < rounds(1, 10); round += 1) {
        const { used } = await registry.judged();
        const id = await beginHeld(point);
        const requested = `UPDATE review_model_fix_jobs SET cancel_requested_at = '2026-01-01T00:00:00.000Z' WHERE review_id = '${id}'`;
        await changeRows(registry.location, requested);
        model.does = 'answer';
        // the server looks every two seconds whether its runs are still wanted
        await until(async () => !registry.runs || (await stateOf(id)) === 'cancelled');
        if (registry.runs) counts.add('noticed before');
        await registry.restart();
        const after = await registry.judged();
        expect(await stateOf(id)).toBe('cancelled');
        expect(after.used).toBe(used);
      }
    },
  );

  onSqlite(
    'has a run failed whose server dies each time, for nothing; another try is paid once',
    async () => {
      for (let round = 0; round < rounds(1, 10); round += 1) {
        const { used } = await registry.judged();
        const id = await beginHeld();
        for (let death = 1; death < 3; death += 1) {
          const { held } = model;
          await registry.restart();
          await model.holds(held);
        }
        await registry.restart();
        const after = await registry.judged();
        expect(await stateOf(id)).toBe('failed');
        expect(after.used).toBe(used);
        model.does = 'answer';
        await registry.restart('review.run-queued');
        await registry.client.retry(id);
        await registry.died();
        counts.add('tried again');
        await registry.restart();
        expect((await registry.judged()).used - used).toBe(PRICE);
        expect(await stateOf(id)).toBe('completed');
      }
    },
  );

  onPostgres('has a run failed that the model refuses, for nothing', async () => {
    const { used } = await registry.judged();
    model.does = 'refuse';
    await registry.restart(RELEASED);
    await registry.client.ask('quality', await registry.next());
    await registry.died();
    await registry.restart();
    const { runs, used: after } = await registry.judged();
    expect(runs.at(-1)).toMatchObject({ state: 'failed' });
    expect(after).toBe(used);
  });
});
