import { serviceKey } from 'svc-registry/kernel';
import type { BlobFolder } from './blobs/blob-folder.js';
import type { Database } from './database.js';
import type { PersistenceSettings } from './settings.js';

export const settingsKey = serviceKey<PersistenceSettings>('persistence.settings');
export const databaseKey = serviceKey<Database>('persistence.database');
export const blobFolderKey = serviceKey<BlobFolder>('persistence.blobFolder');
