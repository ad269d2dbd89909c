import { contribute, settingsPoint } from 'svc-registry/kernel';

export const settings = [
  contribute(settingsPoint, 'VISUAL', {
    side: 'client',
    summary: 'The editor that `svc policy edit` opens; goes before EDITOR',
  }),
  contribute(settingsPoint, 'EDITOR', {
    side: 'client',
    default: 'vi',
    summary: 'The editor that `svc policy edit` opens',
  }),
];
