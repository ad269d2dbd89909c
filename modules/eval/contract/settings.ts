import { contribute, settingsPoint } from 'svc-registry/kernel';

export const settings = [
  contribute(settingsPoint, 'SVC_EVAL_MINUTES', {
    side: 'server',
    default: '30',
    summary: 'Minutes, at most 240, after which the agent of an evaluation is ended in a cell',
  }),
];
