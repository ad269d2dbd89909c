import { contribute, settingsPoint } from 'svc-registry/kernel';

export const settings = [
  contribute(settingsPoint, 'SVC_JOB_CONCURRENCY', {
    side: 'server',
    default: '2',
    summary:
      'How many pieces of background work a process does at once; on PostgreSQL 0 leaves them to `svc worker`',
  }),
  contribute(settingsPoint, 'SVC_LONG_JOB_CONCURRENCY', {
    side: 'server',
    default: '1, or 0 where `SVC_JOB_CONCURRENCY` is 0',
    summary:
      'How many pieces of work that takes minutes, such as that of agents, a process does at once beside the others; on PostgreSQL 0 leaves them to `svc worker`',
  }),
  contribute(settingsPoint, 'SVC_JOB_DRAIN', {
    side: 'server',
    default: '5',
    summary:
      'Seconds that background work may go on after `SIGTERM`; what is not done then is begun anew by another process, or by the next one',
  }),
];
