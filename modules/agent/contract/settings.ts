import { contribute, settingsPoint } from 'svc-registry/kernel';

export const settings = [
  contribute(settingsPoint, 'SVC_AGENT_PI', {
    side: 'both',
    summary:
      'Folder of the package @earendil-works/pi-coding-agent that `svc agent` starts, in place of the one beside svc or on PATH',
  }),
];
