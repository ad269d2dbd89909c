import { contribute, settingsPoint } from 'svc-registry/kernel';

export const settings = [
  contribute(settingsPoint, 'SVC_LAUNCH_UNSANDBOXED', {
    side: 'server',
    summary:
      '1: runs agents of cloud launches without a sandbox where bubblewrap does not work; they then act with the rights of the worker',
  }),
  contribute(settingsPoint, 'SVC_LAUNCH_MINUTES', {
    side: 'server',
    default: '60',
    summary: 'Minutes that a cloud launch may take from its first attempt, 1 to 1440',
  }),
];
