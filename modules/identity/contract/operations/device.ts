import { defineOperation } from 'svc-registry/kernel';

export const startDeviceSignIn = defineOperation({
  id: 'identity.startDeviceSignIn',
  summary: 'Ask for a session that a person approves in their browser',
  description:
    'The device flow of RFC 8628: show the address and the user code, then ask for the session every `interval` seconds. ' +
    'Limited per network address: beyond that it answers 429 with `retryAfterSeconds` in seconds.',
  effect: 'write',
  runsAt: 'server',
  limits: ['device-start'],
  access: 'anyone',
  input: () => import('../dto/device.js').then((m) => m.StartDeviceSignInInput),
  output: () => import('../dto/device.js').then((m) => m.DeviceSignInGrant),
  http: { method: 'POST', path: '/v1/auth/device', tag: 'public' },
});

export const redeemDeviceCode = defineOperation({
  id: 'identity.redeemDeviceCode',
  summary: 'Fetch the session of an approved device sign-in',
  description:
    'Until somebody approves it, the error is `authorization_pending`. Asked before `interval` seconds have passed it is `slow_down`, and ' +
    'the interval grows by five seconds, which `interval` of the answer says. `access_denied`, `expired_token` and `invalid_grant` are final.',
  effect: 'write',
  runsAt: 'server',
  limits: ['device-token'],
  access: 'anyone',
  takesSecret: true,
  input: () => import('../dto/device.js').then((m) => m.RedeemDeviceCodeInput),
  output: () => import('../dto/sign-in.js').then((m) => m.SessionGrant),
  http: { method: 'POST', path: '/v1/auth/device/token', tag: 'public', status: 201 },
});
