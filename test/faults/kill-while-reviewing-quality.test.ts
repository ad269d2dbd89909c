import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeByDayOn } from '../contract/databases-by-day.js';
import { shareOf } from '../contract/databases-by-day.js';
import { countsOf } from './harness/counts.js';
import { asks, NO_GUIDE, type Ask } from './harness/review-client.js';
import { ReviewServer } from './harness/review-server.js';
import { between, LONG, rounds, wait } from './harness/rounds.js';
import { pointsOf } from './points.js';

/** What each costs without a model. */
const PRICES: Readonly<Record<Ask, number>> = { quality: 1, version: 1, fix: 5 };

/** Points of other suites where a review may die as well, at night. */
const others = [
  'review.bundle-stored',
  'jobs.run-claimed',
  'review.report-stored',
  'jobs.work-done',
  'jobs.run-ended',
];
const steps = [
  ...(LONG ? others : []),
  ...pointsOf('kill-while-reviewing-quality').map(({ name }) => name),
];
/** Nothing is committed yet. */
const beforeRun = new Set(['review.bundle-stored', 'review.run-inserted']);
/** Publishing does not come here. */
const ofRequests = new Set(['review.bundle-stored', 'review.run-queued']);

describeByDayOn('sqlite', 'a server that dies while it reviews quality and fixes', (database) => {
  let registry: ReviewServer;
  const counts = countsOf(`K12 kill while reviewing quality, ${database.label}`);

  beforeAll(async () => {
    registry = await ReviewServer.open(database);
  });
  afterAll(() => registry.close());

  /** Dies at the point, is started again, and is asked once more by the client, which has no answer. */
  const dieAt = async (point: string, ask: Ask): Promise<void> => {
    const packed = await registry.next(NO_GUIDE);
    const before = await registry.judged();
    await registry.restart(point);
    await registry.client.ask(ask, packed);
    await registry.died();
    counts.add('deaths');
    const left = await registry.rows();
    const begun = beforeRun.has(point) ? 0 : 1;
    expect(left.runs).toHaveLength(before.runs.length + begun);
    const open = left.entries.filter(({ state }) => state === 'open');
    expect(open).toHaveLength(point === 'jobs.run-ended' ? 0 : begun);
    await registry.restart();
    const after = await registry.judged();
    expect(after.used - before.used).toBe(begun * PRICES[ask]);
    const again = await registry.client.ask(ask, packed);
    expect(again?.status).toBe(201);
    const { used, runs } = await registry.judged();
    // the same content is reviewed once, but each request for a fix run begins one
    const paid = ask === 'fix' ? begun + 1 : 1;
    expect(used - before.used).toBe(paid * PRICES[ask]);
    expect(runs.every(({ state }) => state === 'completed')).toBe(true);
  };

  const numbered = steps.map((point, at) => [point, at] as const);
  it.each(shareOf(numbered, database))(
    'at %s takes credits once, for one result',
    async (point, at) => {
      const possible = asks.filter((ask) => ask !== 'version' || !ofRequests.has(point));
      for (let round = 0; round < rounds(1, 30); round += 1)
        await dieAt(point, possible[(round + at) % possible.length]!);
    },
  );

  it('at any moment leaves nothing pending, and nothing paid twice', async () => {
    for (let round = 0; round < rounds(1, 60); round += 1) {
      await registry.restart();
      const sent = await Promise.all(
        [...asks, ...asks].map(async (ask) => ({ ask, packed: await registry.next(NO_GUIDE) })),
      );
      const before = await registry.judged();
      const answers = Promise.all(sent.map(({ ask, packed }) => registry.client.ask(ask, packed)));
      await wait(between(0, 1_500));
      await registry.kill();
      counts.add('kills');
      const answered = await answers;
      counts.add('answers', answered.filter((answer) => answer !== undefined).length);
      await registry.restart();
      for (const [at, { ask, packed }] of sent.entries())
        if (answered[at] === undefined) await registry.client.ask(ask, packed);
      const { runs, used } = await registry.judged();
      expect(runs.every(({ state }) => state === 'completed')).toBe(true);
      const fixes = runs.filter(({ type }) => type === 'fix').length;
      const fixesBefore = before.runs.filter(({ type }) => type === 'fix').length;
      const reviews = sent.filter(({ ask }) => ask !== 'fix').length;
      expect(fixes - fixesBefore).toBeGreaterThanOrEqual(sent.length - reviews);
      expect(used - before.used).toBe(
        reviews * PRICES.quality + (fixes - fixesBefore) * PRICES.fix,
      );
      counts.add('runs', runs.length - before.runs.length);
    }
  });
});
