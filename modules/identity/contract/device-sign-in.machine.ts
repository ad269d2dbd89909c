import { defineMachine } from 'svc-registry/kernel';

export const deviceSignInStates = ['pending', 'approved', 'denied', 'expired', 'redeemed'] as const;
export type DeviceSignInState = (typeof deviceSignInStates)[number];
export type DeviceSignInEvent = 'approved' | 'denied' | 'withdrawn' | 'timedOut' | 'redeemed';

/** The sign-in of a program that a person approves in their browser (RFC 8628). */
export const deviceSignInMachine = defineMachine<DeviceSignInState, DeviceSignInEvent>({
  id: 'identity.deviceSignIn',
  summary: 'The sign-in of a program that a person approves in the browser',
  initial: 'pending',
  states: {
    pending: 'is waiting for approval',
    approved: 'was approved; the program may fetch its session once',
    denied: 'was denied, or its approval was withdrawn',
    expired: 'was not redeemed within 15 minutes',
    redeemed: 'the program has its session',
  },
  events: {
    approved: 'a signed-in user approves it in the browser',
    denied: 'a signed-in user denies it in the browser',
    withdrawn:
      'all sessions of the user who approved it end: after a new password, signing out everywhere or leaving',
    timedOut: 'the program polls after the 15 minutes',
    redeemed: 'the program fetches its session',
  },
  transitions: [
    { from: 'pending', event: 'approved', to: 'approved' },
    { from: 'pending', event: 'denied', to: 'denied' },
    { from: 'approved', event: 'withdrawn', to: 'denied' },
    { from: ['pending', 'approved'], event: 'timedOut', to: 'expired' },
    { from: 'approved', event: 'redeemed', to: 'redeemed' },
  ],
});
