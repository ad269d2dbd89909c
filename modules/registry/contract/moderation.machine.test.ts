import { describe, expect, it } from '@jest/globals';
import { transitionOf } from 'svc-registry/kernel';
import { isHidden, moderationMachine, type ModerationEvent } from './moderation.machine.js';
import { moderationStatuses, type ModerationStatus } from './version-view.js';

/** The whole table by hand: what is not here must not happen. */
const expected: Partial<Record<`${ModerationStatus} ${ModerationEvent}`, ModerationStatus>> = {
  'pending noScanner': 'skipped',
  'pending scanPassed': 'pass',
  'pass scanPassed': 'pass',
  'fail scanPassed': 'pass',
  'error scanPassed': 'pass',
  'skipped scanPassed': 'pass',
  'pending scanBlocked': 'fail',
  'pass scanBlocked': 'fail',
  'fail scanBlocked': 'fail',
  'error scanBlocked': 'fail',
  'skipped scanBlocked': 'fail',
  'pending scanBroke': 'error',
  'error retried': 'pending',
  'pass wentPublic': 'pending',
  'fail wentPublic': 'pending',
  'error wentPublic': 'pending',
  'skipped wentPublic': 'pending',
  'fail cleared': 'pass',
  'error cleared': 'pass',
};
const events = Object.keys(moderationMachine.events) as ModerationEvent[];
const pairs = moderationStatuses.flatMap((state) => events.map((event) => [state, event] as const));

describe('moderation', () => {
  it('knows exactly the states that version objects show', () => {
    expect(Object.keys(moderationMachine.states).sort()).toEqual([...moderationStatuses].sort());
    expect(pairs).toHaveLength(35);
  });

  it.each(pairs)('%s, %s', (state, event) => {
    expect(transitionOf(moderationMachine, { state, event })?.to).toBe(
      expected[`${state} ${event}`],
    );
  });

  it('withholds a version unless it passed or was skipped', () => {
    expect(moderationStatuses.filter((status) => !isHidden(status))).toEqual(['pass', 'skipped']);
  });
});
