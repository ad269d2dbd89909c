import { contribute, settingsPoint } from 'svc-registry/kernel';

export const settings = [
  contribute(settingsPoint, 'SVC_WORKSPACE', {
    side: 'client',
    default: "the project's workspace for searching; for publishing, it is asked for",
    summary: 'The workspace that is searched in and published to',
  }),
];
