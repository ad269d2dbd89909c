import { contribute, settingsPoint } from 'svc-registry/kernel';

export const settings = [
  contribute(settingsPoint, 'SVC_AUDIT_KEEP_DAYS', {
    side: 'server',
    default: 'for ever',
    summary: 'For how many days events of the audit log are kept; the digests of older days stay',
  }),
];
