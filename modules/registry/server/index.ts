import { defineFacet, provide, provideFactory } from 'svc-registry/kernel';
import { PublishPolicies, publishPoliciesKey } from './publish/publish-policies.js';
import { publisherKey, Publisher } from './publish/publisher.js';
import { releaseDirectoryKey } from '../contract/releases.js';
import { StoredReleases } from './read/stored-releases.js';
import { tileReaderKey, TileReader } from './read/tile-reader.js';
import { Visibility, visibilityKey } from './read/visibility.js';
import { Scans, scansKey } from './scan/scans.js';
import { SearchFilters, searchFiltersKey } from './search/search-filters.js';
import { Unpacker, unpackerKey } from './unpack/unpacker.js';
import { Unpublisher, unpublisherKey } from './withdraw/unpublisher.js';

export default defineFacet({
  provides: [
    provide(tileReaderKey, TileReader),
    provide(visibilityKey, Visibility),
    provide(searchFiltersKey, SearchFilters),
    provide(publisherKey, Publisher),
    provide(publishPoliciesKey, PublishPolicies),
    provide(releaseDirectoryKey, StoredReleases),
    provide(scansKey, Scans),
    provide(unpublisherKey, Unpublisher),
    provideFactory(unpackerKey, () => new Unpacker()),
  ],
  onStop: (services) => services.get(unpackerKey).end(),
});
