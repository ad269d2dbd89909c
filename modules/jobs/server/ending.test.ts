import { describe, expect, it } from '@jest/globals';
import { internalError, invalidInput, notFound } from 'svc-registry/kernel';
import { databaseUnavailable } from '../../persistence/contract/errors.js';
import type { Run } from '../contract/db.js';
import { endingOf, errorText, overdue, type Interruption, type Outcome } from './ending.js';
import { isFinal } from '../contract/is-final.js';
import type { Kind } from './kinds.js';

const settings = {
  summary: '',
  attempts: 3,
  backOff: { first: 10, most: 600 },
  leaseSeconds: 60,
  timeLimitSeconds: 3600,
  lane: 'default',
  concurrency: Infinity,
} as const;
const kind = { settings } as Kind;
const startedAt = new Date('2026-01-01T12:00:00Z');
const limit = new Date('2026-01-01T13:00:00Z');
const of = (failures: number) => ({
  run: { failures, startedAt, deadlineAt: limit } as Run,
  kind,
});

describe('the end of an attempt', () => {
  const done: Outcome = { write: undefined };
  const failed: Outcome = { error: new Error('no answer') };
  const wrong: Outcome = { error: invalidInput({ what: 'Not like this.' }) };

  it.each<[string, Outcome, Interruption | undefined, number, string | undefined]>([
    ['it is done', done, undefined, 0, 'completed'],
    ['it is done while the process stops', done, 'stopping', 0, 'completed'],
    ['it is done though its time is up', done, 'outOfTime', 0, 'completed'],
    ['it is done when it was cancelled', done, 'cancelled', 0, 'cancelled'],
    ['it is done when the run is not its own any more', done, 'leaseLost', 0, undefined],
    ['it failed', failed, undefined, 0, 'triedAgain'],
    ['it failed for the last time', failed, undefined, 2, 'failed'],
    ['it failed for good', wrong, undefined, 0, 'failed'],
    ['it failed while the process stops', failed, 'stopping', 2, 'handedBack'],
    ['it failed for good while the process stops', wrong, 'stopping', 0, 'handedBack'],
    ['it failed when its time was up', failed, 'outOfTime', 0, 'failed'],
    ['it failed when it was cancelled', failed, 'cancelled', 0, 'cancelled'],
    ['it failed when the run is not its own any more', failed, 'leaseLost', 0, undefined],
    ['it does not stop when the process does', undefined, 'stopping', 0, 'handedBack'],
    ['it must not be repeated and failed', failed, undefined, 3, 'failed'],
    ['it must not be repeated and the process stops', failed, 'stopping', 3, 'failed'],
    ['it must not be repeated and does not stop', undefined, 'stopping', 3, 'failed'],
    ['it must not be repeated and is done', done, 'stopping', 3, 'completed'],
    ['it does not stop when its time is up', undefined, 'outOfTime', 0, 'failed'],
    ['it does not stop when it was cancelled', undefined, 'cancelled', 0, 'cancelled'],
  ])('when %s', (_what, ...[outcome, interruption, failures, event]) => {
    expect(endingOf(outcome, interruption, of(failures))?.event).toBe(event);
  });
});

describe('a run whose time is up', () => {
  const early = new Date('2026-01-01T12:59:59Z');
  it.each([
    {
      whose: 'of its kind',
      run: { startedAt, deadlineAt: limit },
      says: /within the 3600 seconds/,
    },
    {
      whose: 'of its own',
      run: { startedAt, deadlineAt: early },
      says: /by 2026.*, and was not\./,
    },
    {
      whose: 'of its own, waiting',
      run: { startedAt: null, deadlineAt: limit },
      says: /by 2026-01-01T13:00:00.000Z, and had not begun by then/,
    },
  ])('fails, and says whose limit it was: $whose', ({ run, says }) => {
    expect(overdue(run as Run, kind)).toMatchObject({
      event: 'failed',
      error: { message: expect.stringMatching(says) },
    });
  });
});

describe('a failure', () => {
  it.each<[string, unknown, boolean]>([
    ['that names what is not there', notFound({ kind: 'plugin', id: 'x' }), true],
    [
      'of a database that is away',
      databaseUnavailable({ location: 'there', why: 'it is away' }),
      false,
    ],
    ['that is a bug', internalError(), false],
    ['that nobody foresaw', new TypeError('x is undefined'), false],
    ['that is no error', 'thrown text', false],
  ])('%s is final or not', (_what, error, final) => {
    expect(isFinal(error)).toBe(final);
  });

  it('tells people what is meant for them, and nothing else', () => {
    expect(
      errorText(invalidInput({ what: 'Not like this.', hint: 'Like that.' }), 'a.b', '7'),
    ).toBe('Not like this. Like that.');
    expect(errorText(new Error('password "hunter2" is wrong'), 'a.b', '7')).toMatch(
      /^The work failed unexpectedly.* search it for a\.b 7\.$/,
    );
  });
});
