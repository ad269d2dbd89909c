import { contribute, settingsPoint } from 'svc-registry/kernel';

export const settings = [
  contribute(settingsPoint, 'SVC_SMTP_URL', {
    side: 'server',
    secret: true,
    default: 'no mails are sent',
    summary:
      'The server that takes mails: `smtp://user:password@mail.example.com:587`, or `smtps://` with TLS from the start',
  }),
  contribute(settingsPoint, 'SVC_MAIL_FROM', {
    side: 'server',
    summary: 'Who mails come from: `Plugins <svc@example.com>`; needed where SVC_SMTP_URL is set',
  }),
];
