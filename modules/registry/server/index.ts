import { defineFacet, provide } from 'svc-registry/kernel';
import { contentsKey } from '../contract/contents.js';
import { moderationKey } from '../contract/moderation.js';
import { pluginFormatKey } from '../contract/plugin-format.js';
import { releaseDirectoryKey } from '../contract/releases.js';
import { searchFactsKey } from '../contract/search-facts.js';
import { skillDirectoryKey } from '../contract/skills.js';
import { factChangesKey } from '../contract/version-facts.js';
import { MemoryPluginFormat } from '../format/plugin-format.js';
import { StoredFactChanges } from './facts/stored-fact-changes.js';
import { StoredFacts } from './facts/stored-facts.js';
import { StoredContents } from './read/stored-contents.js';
import { StoredReleases } from './read/stored-releases.js';
import { StoredModeration } from './scan/stored-moderation.js';
import { StoredSkills } from './skills/skill-directory.js';

export default defineFacet({
  provides: [
    provide(contentsKey, StoredContents),
    provide(moderationKey, StoredModeration),
    provide(pluginFormatKey, MemoryPluginFormat),
    provide(searchFactsKey, StoredFacts),
    provide(factChangesKey, StoredFactChanges),
    provide(releaseDirectoryKey, StoredReleases),
    provide(skillDirectoryKey, StoredSkills),
  ],
});
