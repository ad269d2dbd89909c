import { contribute, settingsPoint } from 'svc-registry/kernel';

export const settings = [
  contribute(settingsPoint, 'SVC_SANDBOX_HOSTS', {
    side: 'both',
    summary:
      'Hosts that programs in every sandbox may connect to besides those that a run needs, with commas between: `registry.npmjs.org`, `*.example.org`, or with a port other than 443 `mirror.example.org:80`. Hosts of your own network need SVC_OUTBOUND_ALLOW as well',
  }),
  contribute(settingsPoint, 'SVC_SANDBOX_DISK_MB', {
    side: 'both',
    default: '1024',
    summary: 'Size of the work folder of a sandbox in MB. It is kept in memory',
  }),
  contribute(settingsPoint, 'SVC_SANDBOX_MEMORY_MB', {
    side: 'both',
    default: '2048',
    summary: 'Memory of all programs in a sandbox together, in MB; beyond it they are ended',
  }),
  contribute(settingsPoint, 'SVC_SANDBOX_PROCESSES', {
    side: 'both',
    default: '512',
    summary: 'Processes and threads at once in a sandbox',
  }),
];
