import { defineFacet, provide } from 'svc-registry/kernel';
import { creditsKey, entitlementsKey } from '../contract/credits.js';
import { AccountReader } from './account-reader.js';
import { StoredCredits } from './stored-credits.js';

export default defineFacet({
  provides: [provide(entitlementsKey, AccountReader), provide(creditsKey, StoredCredits)],
});
