import { defineOperation } from 'svc-registry/kernel';

export const startDeviceSignIn = defineOperation({
  id: 'identity.startDeviceSignIn',
  summary: 'Request a session that a person approves in the browser',
  description:
    'The device flow of RFC 8628: show the address and the user code, then request the session every `interval` seconds. ' +
    'Limited per network address: beyond the limit the answer is 429 with `retryAfterSeconds` in seconds.',
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
    'Before the approval the error is `authorization_pending`. A request that comes before `interval` seconds have passed fails with ' +
    '`slow_down` and lengthens the interval by five seconds; `interval` in the error is the new one. `access_denied`, `expired_token` and ' +
    '`invalid_grant` are final.',
  effect: 'write',
  runsAt: 'server',
  limits: ['device-token'],
  access: 'anyone',
  takesSecret: true,
  input: () => import('../dto/device.js').then((m) => m.RedeemDeviceCodeInput),
  output: () => import('../dto/sign-in.js').then((m) => m.SessionGrant),
  http: { method: 'POST', path: '/v1/auth/device/token', tag: 'public', status: 201 },
});
