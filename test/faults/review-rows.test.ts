import { expect, it } from '@jest/globals';
import { wrongIn, type ReviewRows, type RunRow } from './harness/review-rows.js';

// a judge that finds nothing proves something only when it would have found it
const run = (over: Partial<RunRow>): RunRow => ({
  id: 'a',
  type: 'quality',
  state: 'completed',
  model: null,
  version_id: null,
  job_id: 'job',
  reused_from: null,
  tries: 1,
  credits: 1,
  report_sha256: 'f00',
  improved_sha256: null,
  ...over,
});
const whole: ReviewRows = {
  runs: [run({})],
  entries: [{ reference: 'review.run:a:1', state: 'settled', used: 1 }],
  accounts: [{ reserved: 0, used: 1 }],
  jobs: [{ id: 'job', state: 'completed' }],
};
const wrong = (over: Partial<ReviewRows>): string[] =>
  wrongIn({ ...whole, ...over }, (hash) => hash === 'f00');

it('has nothing to say about runs that are whole', () => {
  expect(wrong({})).toEqual([]);
  const retried = {
    runs: [run({ tries: 2 })],
    entries: [{ reference: 'review.run:a:1', state: 'settled', used: 0 }],
  };
  const second = { reference: 'review.run:a:2', state: 'settled', used: '1' };
  expect(wrong({ ...retried, entries: [...retried.entries, second] })).toEqual([]);
  const joined = { reference: 'review.run:b:1', state: 'settled', used: 0 };
  expect(wrong({ entries: [...whole.entries, joined] })).toEqual([]);
  const judged = run({ id: 'b', version_id: 'v', model: 'm', job_id: null, credits: 0 });
  const first = { reference: 'review.run:a:1', state: 'settled', used: 0 };
  const accounts = [{ reserved: 0, used: 0 }];
  expect(wrong({ runs: [run({ version_id: 'v' }), judged], entries: [first], accounts })).toEqual(
    [],
  );
});

it.each<[string, Partial<ReviewRows>]>([
  ['goes on', { runs: [run({ state: 'running' })] }],
  ['has no result', { runs: [run({ report_sha256: null })] }],
  ['has lost its result', { runs: [run({ report_sha256: 'ba2' })] }],
  ['has a result of a fix run that is half', { runs: [run({ type: 'fix' })] }],
  ['was cancelled with a result', { runs: [run({ state: 'cancelled' })] }],
  ['has another state than its job', { jobs: [{ id: 'job', state: 'running' }] }],
  ['was not charged', { entries: [] }],
  ['was charged for nothing', { runs: [] }],
  [
    'was never committed, and holds credits',
    {
      entries: [...whole.entries, { reference: 'review.run:b:1', state: 'open', used: 0 }],
    },
  ],
  ['was charged twice', { accounts: [{ reserved: 0, used: 2 }] }],
  ['holds credits', { accounts: [{ reserved: 1, used: 1 }] }],
  ['was charged for each try', { runs: [run({ tries: 2 })] }],
  [
    'has an open reservation',
    { entries: [{ reference: 'review.run:a:1', state: 'open', used: 1 }] },
  ],
])('finds a run that %s', (_, over) => {
  expect(wrong(over)).not.toEqual([]);
});
