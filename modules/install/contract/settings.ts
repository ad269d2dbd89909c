import { contribute, settingsPoint } from 'svc-registry/kernel';

export const settings = [
  contribute(settingsPoint, 'SVC_GIT_HOST', {
    side: 'client',
    default: 'github.com',
    summary: 'The host of git:<owner>/<repo>',
  }),
  contribute(settingsPoint, 'SVC_GIT_TIMEOUT', {
    side: 'client',
    default: '20',
    summary: 'How many seconds to wait for data from a git host before giving up',
  }),
];
