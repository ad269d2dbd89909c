import { contribute, settingsPoint } from 'svc-registry/kernel';

export const settings = [
  contribute(settingsPoint, 'SVC_SCRIPTED_AGENT', {
    side: 'client',
    summary: 'What the agent `scripted` does: a JSON list of steps, or a file with it. For tests',
  }),
];
