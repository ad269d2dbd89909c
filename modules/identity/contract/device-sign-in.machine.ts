import { defineMachine } from 'svc-registry/kernel';

export const deviceSignInStates = ['pending', 'approved', 'denied', 'expired', 'redeemed'] as const;
export type DeviceSignInState = (typeof deviceSignInStates)[number];
export type DeviceSignInEvent = 'approved' | 'denied' | 'withdrawn' | 'timeRanOut' | 'redeemed';

/** The sign-in of a program that a person approves in their browser (RFC 8628). */
export const deviceSignInMachine = defineMachine<DeviceSignInState, DeviceSignInEvent>({
  id: 'identity.deviceSignIn',
  summary: 'Whether a program that waits for a sign-in gets its session',
  initial: 'pending',
  states: {
    pending: 'waits for somebody to type its code',
    approved: 'somebody has approved it; the program may fetch its session once',
    denied: 'somebody has denied it, or what approved it is not good any more',
    expired: 'its 15 minutes are over',
    redeemed: 'the program has its session',
  },
  events: {
    approved: 'a signed-in person approves it in the browser',
    denied: 'a signed-in person denies it in the browser',
    withdrawn:
      'all sessions of the person who approved it end: a new password, signing out everywhere, leaving',
    timeRanOut: 'the program asks when the time is over',
    redeemed: 'the program fetches its session',
  },
  transitions: [
    { from: 'pending', event: 'approved', to: 'approved' },
    { from: 'pending', event: 'denied', to: 'denied' },
    { from: 'approved', event: 'withdrawn', to: 'denied' },
    { from: ['pending', 'approved'], event: 'timeRanOut', to: 'expired' },
    { from: 'approved', event: 'redeemed', to: 'redeemed' },
  ],
});
