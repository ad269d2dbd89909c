import { contribute, settingsPoint } from 'svc-registry/kernel';

export const settings = [
  contribute(settingsPoint, 'SVC_SECRET_KEY', {
    side: 'server',
    secret: true,
    default: 'on SQLite a key that is made in secret.key beside the database; on PostgreSQL none',
    summary:
      'Keys that seal stored secrets, with commas between, each 32 bytes in base64 (`openssl rand -base64 32`): the first seals, all of them open',
  }),
];
