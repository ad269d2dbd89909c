import { serviceKey } from 'svc-registry/kernel';

/** The folder of an SQLite database, which this process alone uses; `undefined` on PostgreSQL. For files that belong to the database. */
export const databaseFolderKey = serviceKey<string | undefined>('persistence.databaseFolder');
