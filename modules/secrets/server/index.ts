import { defineFacet, hostKey, provide } from 'svc-registry/kernel';
import { databaseFolderKey } from '../../persistence/contract/database-folder.js';
import { secretsKey } from '../contract/index.js';
import { presentKeys } from './keys.js';
import { SealingSecrets } from './sealing-secrets.js';

export default defineFacet({
  provides: [provide(secretsKey, SealingSecrets)],
  /** A key that cannot be used is reported by the start, not by the first request that needs it. */
  async onStart(services) {
    const folder = services.get(databaseFolderKey);
    await presentKeys({ env: services.get(hostKey).env, folder });
  },
});
