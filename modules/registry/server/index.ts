import { defineFacet, provide, provideFactory } from 'svc-registry/kernel';
import { PublishPolicies, publishPoliciesKey } from './publish/publish-policies.js';
import { publisherKey, Publisher } from './publish/publisher.js';
import { releaseDirectoryKey } from '../contract/releases.js';
import { searchFactsKey } from '../contract/search-facts.js';
import { DeclaredFacts, declaredFactsKey } from './facts/declared-facts.js';
import { Downloads, downloadsKey } from './facts/downloads.js';
import { StoredFacts } from './facts/stored-facts.js';
import { StoredReleases } from './read/stored-releases.js';
import { tileReaderKey, TileReader } from './read/tile-reader.js';
import { Visibility, visibilityKey } from './read/visibility.js';
import { Scans, scansKey } from './scan/scans.js';
import { Reindexings, reindexingsKey } from './search/reindex/reindexings.js';
import { SearchFilters, searchFiltersKey } from './search/search-filters.js';
import { Unpacker, unpackerKey } from './unpack/unpacker.js';
import { Unpublisher, unpublisherKey } from './withdraw/unpublisher.js';

export default defineFacet({
  provides: [
    provide(tileReaderKey, TileReader),
    provide(visibilityKey, Visibility),
    provide(searchFiltersKey, SearchFilters),
    provide(declaredFactsKey, DeclaredFacts),
    provide(searchFactsKey, StoredFacts),
    provide(downloadsKey, Downloads),
    provide(reindexingsKey, Reindexings),
    provide(publisherKey, Publisher),
    provide(publishPoliciesKey, PublishPolicies),
    provide(releaseDirectoryKey, StoredReleases),
    provide(scansKey, Scans),
    provide(unpublisherKey, Unpublisher),
    provideFactory(unpackerKey, () => new Unpacker()),
  ],
  // a fact that is unfit is reported when the server starts
  onStart: (services) => void services.get(declaredFactsKey),
  onStop: (services) => services.get(unpackerKey).end(),
});
