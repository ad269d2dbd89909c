import { describe, expect, it } from '@jest/globals';
import { transitionOf } from 'svc-registry/kernel';
import {
  deviceSignInMachine,
  deviceSignInStates,
  type DeviceSignInEvent,
  type DeviceSignInState,
} from './device-sign-in.machine.js';

/** The whole table by hand: what is not here must not happen. */
const expected: Partial<Record<`${DeviceSignInState} ${DeviceSignInEvent}`, DeviceSignInState>> = {
  'pending approved': 'approved',
  'pending denied': 'denied',
  'pending timedOut': 'expired',
  'approved withdrawn': 'denied',
  'approved timedOut': 'expired',
  'approved redeemed': 'redeemed',
};
const events = Object.keys(deviceSignInMachine.events) as DeviceSignInEvent[];
const pairs = deviceSignInStates.flatMap((state) => events.map((event) => [state, event] as const));

describe('a device sign-in', () => {
  it('has no other pairs than these', () => {
    expect(pairs).toHaveLength(25);
  });

  it.each(pairs)('%s, %s', (state, event) => {
    expect(transitionOf(deviceSignInMachine, { state, event })?.to).toBe(
      expected[`${state} ${event}`],
    );
  });
});
