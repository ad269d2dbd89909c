import { contribute, settingsPoint } from 'svc-registry/kernel';

export const settings = [
  contribute(settingsPoint, 'SVC_DATA_DIR', {
    side: 'server',
    default: '<SVC_HOME>/server',
    summary: "Absolute path of the folder with the server's data and its config.json",
  }),
  contribute(settingsPoint, 'SVC_DATABASE_URL', {
    side: 'server',
    secret: true,
    default: 'sqlite:registry.db',
    summary:
      'The database: sqlite:<file>, better-sqlite3:<file> (a relative file is in the data folder) or postgres://user:password@host:5432/database',
  }),
  contribute(settingsPoint, 'SVC_BLOB_URL', {
    side: 'server',
    default: 'file:blobs',
    summary:
      'Where file contents are kept: file:<folder>, a relative one in the data folder; servers on one PostgreSQL share it',
  }),
  contribute(settingsPoint, 'SVC_UPGRADE_BACKUP', {
    side: 'server',
    default: 'on',
    summary:
      'off: a new version changes the tables without keeping the rows in a file of the data folder first',
  }),
];
