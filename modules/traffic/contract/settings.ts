import { contribute, settingsPoint } from 'svc-registry/kernel';

export const settings = [
  contribute(settingsPoint, 'SVC_RATE_LIMITS', {
    side: 'server',
    default: 'the limits that operations declare',
    summary:
      'Changes to rate limits, separated by commas: <name>=<number>/<seconds> or <name>=off; all=off for none',
  }),
];
