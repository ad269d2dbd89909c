import { contribute, settingsPoint } from 'svc-registry/kernel';

export const clientSettings = [
  contribute(settingsPoint, 'SVC_EVAL_WATCH_MINUTES', {
    side: 'client',
    default: '240',
    summary:
      'Minutes that `svc eval run` and `svc scenario generate` wait for a result; the work goes on',
  }),
];
