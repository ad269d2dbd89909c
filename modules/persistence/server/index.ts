import { defineFacet, extensionsKey, hostKey, provideFactory } from 'svc-registry/kernel';
import { blobStoreKey } from '../contract/blob-store.js';
import { longReadsKey, readDatabaseKey, unitOfWorkKey } from '../contract/db.js';
import { postgresPoolKey } from '../contract/db/postgres-pool.js';
import { BlobFolder } from './blobs/blob-folder.js';
import { localFiles } from './blobs/durable-files.js';
import { Database } from './database.js';
import { blobFolderKey, databaseKey, settingsKey } from './keys.js';
import { settingsFrom } from './settings.js';

export default defineFacet({
  provides: [
    provideFactory(settingsKey, (services) => settingsFrom(services.get(hostKey))),
    provideFactory(
      databaseKey,
      (services) => new Database(services.get(settingsKey), services.get(hostKey)),
    ),
    provideFactory(
      blobFolderKey,
      (services) =>
        new BlobFolder(services.get(settingsKey).blobs, localFiles, services.get(hostKey).fault),
    ),
    provideFactory(unitOfWorkKey, (services) => services.get(databaseKey).unitOfWork),
    provideFactory(readDatabaseKey, (services) => services.get(databaseKey).reads),
    provideFactory(longReadsKey, (services) => services.get(databaseKey).longReads),
    provideFactory(postgresPoolKey, (services) => services.get(databaseKey).pool),
    provideFactory(blobStoreKey, (services) => services.get(blobFolderKey)),
  ],
  async onStart(services) {
    // first: an unusable blob folder leaves no database open
    await services.get(blobFolderKey).prepare(services.get(hostKey).clock());
    await services.get(databaseKey).open(services.get(extensionsKey));
  },
  async onStop(services) {
    await services.get(databaseKey).close();
  },
});
