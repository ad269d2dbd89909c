import { defineFacet, provide } from 'svc-registry/kernel';
import { moderationKey } from '../contract/moderation.js';
import { releaseDirectoryKey } from '../contract/releases.js';
import { searchFactsKey } from '../contract/search-facts.js';
import { StoredFacts } from './facts/stored-facts.js';
import { StoredReleases } from './read/stored-releases.js';
import { StoredModeration } from './scan/stored-moderation.js';
import { Unpacker } from './unpack/unpacker.js';

export default defineFacet({
  provides: [
    provide(moderationKey, StoredModeration),
    provide(searchFactsKey, StoredFacts),
    provide(releaseDirectoryKey, StoredReleases),
  ],
  onStop: (services) => services.get(Unpacker).end(),
});
