import { describe, expect, it } from '@jest/globals';
import type { Run } from '../contract/db.js';
import { viewOf } from './view-of.js';

const at = new Date(0);
const run: Run = {
  id: '7',
  state: 'running',
  version: 2,
  attempt: 1,
  failures: 0,
  leaseUntil: at,
  availableAt: at,
  deadlineAt: null,
  progress: null,
  cancelRequestedAt: null,
  error: null,
  createdAt: at,
  startedAt: at,
  finishedAt: null,
};

describe('the progress that followers see', () => {
  it.each<[object | null, object | null]>([
    [null, null],
    [{ stage: 'for the work itself' }, null],
    [{ text: 'a skill' }, { text: 'a skill' }],
    [
      { text: 'a skill', phase: 'Checking', done: 0, total: 1 },
      { text: 'a skill', phase: 'Checking', done: 0, total: 1 },
    ],
    // a client checks answers against their schema
    [{ text: 'no skills', phase: 7, done: -1, total: 0 }, { text: 'no skills' }],
  ])('of %j is %j', (progress, seen) => {
    expect(viewOf({ ...run, progress }).progress).toEqual(seen);
  });
});
