import { contribute, settingsPoint } from 'svc-registry/kernel';

export const settings = [
  contribute(settingsPoint, 'SVC_JOB_CONCURRENCY', {
    side: 'server',
    default: '2',
    summary:
      'How many pieces of background work a process does at once; on PostgreSQL 0 leaves them to `svc worker`',
  }),
];
