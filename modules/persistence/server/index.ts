import {
  defineFacet,
  extensionsKey,
  hostKey,
  provideFactory,
  serviceKey,
} from 'svc-registry/kernel';
import { blobStoreKey } from '../contract/blob-store.js';
import { databaseFolderKey } from '../contract/database-folder.js';
import { longReadsKey, readDatabaseKey, unitOfWorkKey } from '../contract/db.js';
import { postgresPoolKey } from '../contract/db/postgres-pool.js';
import { BlobFolder } from './blobs/blob-folder.js';
import { localFiles } from './blobs/durable-files.js';
import { Database } from './database.js';
import { databaseFolder, settingsFrom, type PersistenceSettings } from './settings.js';

const settingsKey = serviceKey<PersistenceSettings>('persistence.settings');

export default defineFacet({
  provides: [
    provideFactory(settingsKey, (services) => settingsFrom(services.get(hostKey))),
    provideFactory(
      Database,
      (services) => new Database(services.get(settingsKey), services.get(hostKey)),
    ),
    provideFactory(
      BlobFolder,
      (services) =>
        new BlobFolder(services.get(settingsKey).blobs, localFiles, services.get(hostKey).fault),
    ),
    provideFactory(unitOfWorkKey, (services) => services.get(Database).unitOfWork),
    provideFactory(readDatabaseKey, (services) => services.get(Database).reads),
    provideFactory(longReadsKey, (services) => services.get(Database).longReads),
    provideFactory(postgresPoolKey, (services) => services.get(Database).pool),
    provideFactory(databaseFolderKey, (services) =>
      databaseFolder(services.get(settingsKey).database),
    ),
    provideFactory(blobStoreKey, (services) => services.get(BlobFolder)),
  ],
  async onStart(services) {
    // first, so that an unusable blob folder leaves no database open
    await services.get(BlobFolder).prepare(services.get(hostKey).clock());
    await services.get(Database).open(services.get(extensionsKey));
  },
  async onStop(services) {
    await services.get(Database).close();
  },
});
