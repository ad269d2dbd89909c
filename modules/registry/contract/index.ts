/** What other modules, also those of third parties, may use of the registry: `svc-registry/registry`. DTO classes are types: their values load the validating libraries. */
export * from './after-create.js';
export * from './after-publish.js';
export * from './contents.js';
export {
  moderationHidden,
  publishRefused,
  tileArchived,
  versionExists,
  versionUnpublished,
} from './errors.js';
export * from './file-roles.js';
export type { FileView } from './file-view.js';
export * from './located.js';
export * from './moderation.js';
export { hiddenStatuses, isHidden, moderationMachine } from './moderation.machine.js';
export {
  archiveTile,
  archiveVersion,
  downloadArchive,
  downloadFile,
  listFiles,
  listTiles,
  listVersions,
  matchTiles,
  previewPublish,
  publishTile,
  searchRegistry,
  unpublishTile,
  unpublishVersion,
  viewTile,
  viewVersion,
} from './operations.js';
export { lintPlugin, packPlugin, publishPlugin } from './plugin-commands.js';
export {
  pluginFormatKey,
  type ContentFile,
  type LooseFile,
  type MarkdownLink,
  type MarkdownOutline,
  type PluginContents,
  type PluginDeclarations,
  type PluginFile,
  type PluginFormat,
  type PluginManifest,
  type PluginRule,
  type PluginSkill,
  type PluginToolServer,
  type SkillCard,
  type SkillText,
  type TokenCost,
} from './plugin-format.js';
export * from './plugin-page.js';
export * from './publish-policies.js';
export type { PublishPreview, PublishResult } from './publish-result.js';
export * from './published.js';
export * from './releases.js';
export * from './scanners.js';
export * from './schema-slots.js';
export * from './search-facts.js';
export type { SearchHit, SearchMeta } from './search.js';
export type { TileView } from './tile-view.js';
export * from './version-facts.js';
export type {
  ClearanceView,
  ModerationStatus,
  RuleEntry,
  SkillEntry,
  VersionView,
} from './version-view.js';
