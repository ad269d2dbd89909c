import { describe, expect, it } from '@jest/globals';
import { SAID, wrongWith, type LaunchRow } from './launch-rows.js';

const completed: LaunchRow = {
  id: 'i',
  label: 'tea',
  state: 'completed',
  attempt: 2,
  failures: 1,
  result: { status: 'succeeded' },
  failure: null,
  patch: 'abc',
  environments: 0,
  log: [{ n: 1, stream: 'stdout', text: `${SAID}\n` }],
};
const failed: LaunchRow = {
  ...completed,
  state: 'failed',
  result: null,
  patch: null,
  failure: { code: 'worker_vanished' },
};
const known = { starts: 1, hasBlob: (sha256: string) => sha256 === 'abc' };
const wrong = (row: LaunchRow, starts = 1) => wrongWith(row, { ...known, starts });

describe('what is wrong with a launch that is over', () => {
  it('is nothing, when it has one end', () => {
    expect(wrong(completed)).toEqual([]);
    expect(wrong(failed)).toEqual([]);
    expect(wrong(failed, 0)).toEqual([]);
    expect(wrong({ ...failed, state: 'cancelled', failure: null }, 0)).toEqual([]);
  });

  it.each<[string, LaunchRow, number]>([
    ['it goes on', { ...failed, state: 'running', failure: null }, 1],
    ['no result', { ...completed, result: null }, 1],
    ['no patch', { ...completed, patch: null }, 1],
    ['a patch that is not stored', { ...completed, patch: 'abd' }, 1],
    ['a result although it failed', { ...failed, result: { status: 'succeeded' } }, 1],
    ['a failure although it is completed', { ...completed, failure: { code: 'x' } }, 1],
    ['no reason', { ...failed, failure: null }, 1],
    ['two agents', failed, 2],
    ['a result of no agent', completed, 0],
    ['its environment', { ...failed, environments: 1 }, 1],
    ['a hole in its log', { ...failed, log: [{ n: 2, stream: 'svc', text: 'x' }] }, 1],
    ['an agent that nobody has heard', { ...completed, log: [] }, 1],
    [
      'an agent heard twice',
      { ...completed, log: [1, 2].map((n) => ({ ...completed.log[0]!, n })) },
      1,
    ],
  ])('is found: %s', (_what, row, starts) => {
    expect(wrong(row, starts)).toHaveLength(1);
  });
});
