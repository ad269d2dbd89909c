import { contribute, settingsPoint } from 'svc-registry/kernel';

export const contribution = contribute(settingsPoint, 'SVC_POLL_DAYS', {
  summary: 'Days after which a poll is closed',
  default: '7',
  side: 'server',
});

// Code of the server reads it from `hostKey`: `host.env['SVC_POLL_DAYS']`.
