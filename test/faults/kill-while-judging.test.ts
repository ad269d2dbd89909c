import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeByDayOn } from '../contract/databases-by-day.js';
import { shareOf } from '../contract/databases-by-day.js';
import { countsOf } from './harness/counts.js';
import { asks, FIX_ITERATIONS, type Ask } from './harness/review-client.js';
import { ReviewServer } from './harness/review-server.js';
import { between, LONG, rounds, wait } from './harness/rounds.js';
import { ScriptedModel } from './harness/scripted-model.js';
import { pointsOf } from './points.js';

/** What each costs with a model: the review of a version without one is a part of that with it. */
const PRICES: Readonly<Record<Ask, number>> = { quality: 5, version: 5, fix: 5 * FIX_ITERATIONS };

const ofKinds: Readonly<Record<string, readonly Ask[]>> = {
  'review.candidate-made': ['fix'],
  'review.iteration-done': ['fix'],
  'review.iteration-done:1': ['fix'],
  // a version is reviewed without the model first
  'review.report-stored:1': ['version'],
};
/** Points of other suites where a run with a model may die as well, at night. */
const others = ['review.report-stored', 'review.report-stored:1'];
const steps = [
  ...pointsOf('kill-while-judging').map(({ name }) => name),
  'review.iteration-done:1',
  'review.credits-charged',
  ...(LONG ? others : []),
];

describeByDayOn('postgres', 'a server that dies while a model judges and improves', (database) => {
  let model: ScriptedModel;
  let registry: ReviewServer;
  const counts = countsOf(`K13 kill while judging, ${database.label}`);

  beforeAll(async () => {
    model = await ScriptedModel.start();
    registry = await ReviewServer.open(database, model.env);
  });
  afterAll(async () => {
    await registry.close();
    await model.close();
  });

  const numbered = steps.map((point, at) => [point, at] as const);
  it.each(shareOf(numbered, database))(
    'at %s takes credits once, for one result',
    async (point, at) => {
      const possible = ofKinds[point] ?? asks;
      for (let round = 0; round < rounds(1, 30); round += 1) {
        const ask = possible[(round + at) % possible.length]!;
        const before = await registry.judged();
        await registry.restart(point);
        await registry.client.ask(ask, await registry.next());
        await registry.died();
        counts.add('deaths');
        await registry.restart();
        const { runs, used } = await registry.judged();
        expect(runs.every(({ state }) => state === 'completed')).toBe(true);
        expect(runs).toHaveLength(before.runs.length + (ask === 'version' ? 2 : 1));
        expect(used - before.used).toBe(PRICES[ask]);
      }
    },
  );

  it('at any moment leaves nothing pending, and nothing paid twice', async () => {
    for (let round = 0; round < rounds(1, 60); round += 1) {
      await registry.restart();
      const before = await registry.judged();
      const packed = await Promise.all(asks.map(() => registry.next()));
      const sent = Promise.all(asks.map((ask, at) => registry.client.ask(ask, packed[at]!)));
      await wait(between(300, 4_000));
      await registry.kill();
      counts.add('kills');
      await sent;
      await registry.restart();
      const { runs, used } = await registry.judged();
      const ended = runs.slice(before.runs.length);
      const costs = ended.map(({ type, model: by }) => {
        if (type === 'fix') return PRICES.fix;
        return by === null ? 0 : PRICES.quality;
      });
      expect(runs.every(({ state }) => state === 'completed')).toBe(true);
      expect(used - before.used).toBe(costs.reduce((sum, cost) => sum + cost, 0));
      counts.add('runs', ended.length);
    }
  });
});
