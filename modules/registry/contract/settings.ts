import { contribute, settingsPoint } from 'svc-registry/kernel';

export const settings = [
  contribute(settingsPoint, 'SVC_MODERATION', {
    side: 'server',
    default: '`on`',
    summary:
      'With `off`, what is published is not scanned: its moderation is `skipped`. Once it is `on` again, all of it is scanned',
  }),
];
