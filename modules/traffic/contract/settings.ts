import { contribute, settingsPoint } from 'svc-registry/kernel';

export const settings = [
  contribute(settingsPoint, 'SVC_RATE_LIMITS', {
    side: 'server',
    default: 'what the operations declare',
    summary:
      'Other rate limits: <name>=<number>/<seconds> or <name>=off, with commas between; all=off: none',
  }),
];
