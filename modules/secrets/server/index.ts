import { defineFacet, provide } from 'svc-registry/kernel';
import { secretsKey } from '../contract/index.js';
import { SecretKeys } from './keys.js';
import { SealingSecrets } from './sealing-secrets.js';

export default defineFacet({
  provides: [provide(secretsKey, SealingSecrets)],
  /** Keys that cannot be used are reported by the start, not by the first request that needs one. */
  onStart: async (services) => {
    await services.get(SecretKeys).present();
  },
});
