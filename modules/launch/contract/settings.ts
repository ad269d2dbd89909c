import { contribute, settingsPoint } from 'svc-registry/kernel';

export const settings = [
  contribute(settingsPoint, 'SVC_SCRIPTED_AGENT', {
    side: 'client',
    summary: 'What the agent `scripted` does: a JSON list of steps, or a file with it. For tests',
  }),
  contribute(settingsPoint, 'SVC_LAUNCH_UNSANDBOXED', {
    side: 'server',
    summary:
      '1: agents of launches in the cloud run without a sandbox where there is none; they then act with the rights of the worker, and each launch says so',
  }),
  contribute(settingsPoint, 'SVC_LAUNCH_MINUTES', {
    side: 'server',
    default: '60',
    summary: 'Minutes, at most 1440, after which the agent of a launch in the cloud is ended',
  }),
  contribute(settingsPoint, 'SVC_LAUNCH_WATCH_MINUTES', {
    side: 'client',
    default: '60',
    summary: 'Minutes that `svc launch skill --cloud` waits for a result; the launch goes on',
  }),
];
