import {
  defineCommand,
  defineFileOperation,
  defineListOperation,
  defineOperation,
  pageQuery,
} from 'svc-registry/kernel';
import { publishRefused } from './errors.js';

const tileId = (input: { workspace: string; tile: string }): string =>
  `${input.workspace}/${input.tile}`;
const versionId = (input: { workspace: string; tile: string; version: string }): string =>
  `${tileId(input)}@${input.version}`;
const readsTile = { permission: 'tile:read', on: 'tile', of: tileId } as const;
const publishes = {
  permission: 'tile:publish',
  on: 'workspace',
  of: (input: { workspace: string }) => input.workspace,
  refusal: (input: { workspace: string }) => publishRefused({ workspace: input.workspace }),
} as const;
const readsVersion = { permission: 'tile:read', on: 'tileVersion', of: versionId } as const;

/** Plugins by name: the public ones and those of the caller's workspaces. */
export const listTiles = defineListOperation({
  id: 'registry.listTiles',
  summary: 'List the plugins that you may see',
  effect: 'read',
  runsAt: 'server',
  access: 'anyone',
  input: () => import('./tile-inputs.js').then((m) => m.ListTilesInput),
  output: () => import('./tile-view.js').then((m) => m.TileView),
  http: {
    method: 'GET',
    path: '/v1/tiles',
    tag: 'public',
    query: { ...pageQuery, workspace: 'filter[workspace]' },
  },
});

/** By `<workspace>/<plugin>`. Errors: `not_found`. */
export const viewTile = defineOperation({
  id: 'registry.viewTile',
  summary: 'Show a plugin with its latest version',
  effect: 'read',
  runsAt: 'server',
  access: readsTile,
  input: () => import('./tile-inputs.js').then((m) => m.TileRef),
  output: () => import('./tile-view.js').then((m) => m.TileView),
  http: { method: 'GET', path: '/v1/tiles/:workspace/:tile', tag: 'public' },
});

/** What the endpoint badge of shields.io shows of a plugin: the document as it wants it, `{schemaVersion, label, message, color}`. */
export const viewBadge = defineFileOperation({
  id: 'registry.viewBadge',
  summary: 'Show the latest version of a plugin as a badge',
  description:
    'A JSON document for the endpoint badge of shields.io: `{"schemaVersion":1,"label":"svc","message":"v1.2.0","color":"blue"}`.',
  effect: 'read',
  runsAt: 'server',
  access: readsTile,
  input: () => import('./tile-inputs.js').then((m) => m.TileRef),
  http: { method: 'GET', path: '/v1/badges/:workspace/:tile', tag: 'public', output: 'file' },
});

/** Versions of a plugin, highest first unless asked for otherwise. Unpublished ones are left out, archived ones unless asked for. */
export const listVersions = defineListOperation({
  id: 'registry.listVersions',
  summary: 'List the versions of a plugin',
  effect: 'read',
  runsAt: 'server',
  access: readsTile,
  input: () => import('./tile-inputs.js').then((m) => m.ListVersionsInput),
  output: () => import('./version-view.js').then((m) => m.VersionView),
  http: {
    method: 'GET',
    path: '/v1/tiles/:workspace/:tile/versions',
    tag: 'public',
    query: { ...pageQuery, commit: 'filter[commit]' },
  },
});

/** An exact version, or `latest`. Errors: `not_found`, `version_unpublished`. */
export const viewVersion = defineOperation({
  id: 'registry.viewVersion',
  summary: 'Show a version of a plugin',
  effect: 'read',
  runsAt: 'server',
  access: readsVersion,
  input: () => import('./tile-inputs.js').then((m) => m.VersionRef),
  output: () => import('./version-view.js').then((m) => m.VersionView),
  http: { method: 'GET', path: '/v1/tiles/:workspace/:tile/versions/:version', tag: 'public' },
});

/** Files of a version, by path. `moderation_hidden` while moderation withholds the version. */
export const listFiles = defineListOperation({
  id: 'registry.listFiles',
  summary: 'List the files of a version',
  effect: 'read',
  runsAt: 'server',
  access: readsVersion,
  input: () => import('./tile-inputs.js').then((m) => m.ListFilesInput),
  output: () => import('./file-view.js').then((m) => m.FileView),
  http: {
    method: 'GET',
    path: '/v1/tiles/:workspace/:tile/versions/:version/files',
    tag: 'public',
    query: pageQuery,
  },
});

/** One file by its exact path; nothing is normalised. `moderation_hidden` while moderation withholds the version. */
export const downloadFile = defineFileOperation({
  id: 'registry.downloadFile',
  summary: 'Download a file of a version',
  effect: 'read',
  runsAt: 'server',
  access: readsVersion,
  input: () => import('./tile-inputs.js').then((m) => m.FileRef),
  http: {
    method: 'GET',
    path: '/v1/tiles/:workspace/:tile/versions/:version/files/*filePath',
    tag: 'public',
    output: 'file',
  },
});

/** The archive exactly as it was published. Its ETag is `archiveSha256` of the version. */
export const downloadArchive = defineFileOperation({
  id: 'registry.downloadArchive',
  summary: 'Download the archive of a version',
  effect: 'read',
  runsAt: 'server',
  access: readsVersion,
  input: () => import('./tile-inputs.js').then((m) => m.VersionRef),
  http: {
    method: 'GET',
    path: '/v1/tiles/:workspace/:tile/versions/:version/archive',
    tag: 'public',
    output: 'file',
  },
});

/** The archive is the upload. Errors: `publish_refused`, `version_exists`, those of archives and manifests. */
export const publishTile = defineOperation({
  id: 'registry.publishTile',
  summary: 'Publish a version of a plugin',
  description:
    'The body is the gzip-compressed tar that `svc plugin pack` writes. Name and version come from its manifest. ' +
    'A version that exists with other content answers `version_exists` with `nextVersion`; the same content again changes nothing.',
  effect: 'write',
  idempotent: true,
  runsAt: 'server',
  limits: ['publish', 'publish-workspace', 'publish-address'],
  access: publishes,
  input: () => import('./tile-inputs.js').then((m) => m.PublishTileInput),
  output: () => import('./publish-result.js').then((m) => m.PublishResult),
  http: { method: 'POST', path: '/v1/tiles', tag: 'public', body: 'bytes', status: 201 },
});

/** What publishing would make of some content now. Another publish may come first. */
export const previewPublish = defineOperation({
  id: 'registry.previewPublish',
  summary: 'Say which version publishing would make',
  effect: 'read',
  runsAt: 'server',
  access: publishes,
  input: () => import('./tile-inputs.js').then((m) => m.PreviewPublishInput),
  output: () => import('./publish-result.js').then((m) => m.PublishPreview),
  http: { method: 'GET', path: '/v1/tiles/:workspace/:tile/publish-preview', tag: 'public' },
});

/** Archived: not listed, not found, not installed anew; what has it locked still installs it. Refused publishes say why. */
export const archiveTile = defineOperation({
  id: 'registry.archiveTile',
  summary: 'Archive a plugin, or restore it',
  effect: 'write',
  idempotent: true,
  runsAt: 'server',
  access: { permission: 'tile:archive', on: 'tile', of: tileId },
  input: () => import('./tile-inputs.js').then((m) => m.ArchiveTileInput),
  output: () => import('./tile-view.js').then((m) => m.TileView),
  http: { method: 'PATCH', path: '/v1/tiles/:workspace/:tile', tag: 'public' },
});

/** Archived: never the latest, not installed anew; what has it locked still installs it. */
export const archiveVersion = defineOperation({
  id: 'registry.archiveVersion',
  summary: 'Archive a version of a plugin, or restore it',
  effect: 'write',
  idempotent: true,
  runsAt: 'server',
  access: { permission: 'tile:archive', on: 'tileVersion', of: versionId },
  input: () => import('./tile-inputs.js').then((m) => m.ArchiveVersionInput),
  output: () => import('./version-view.js').then((m) => m.VersionView),
  http: { method: 'PATCH', path: '/v1/tiles/:workspace/:tile/versions/:version', tag: 'public' },
});

/** All versions or none. Answers `unpublish_too_late` when one of them may stay only. */
export const unpublishTile = defineCommand({
  id: 'registry.unpublishTile',
  summary: 'Unpublish all versions of a plugin',
  description:
    'Each of them within 48 hours of publishing, or at any time while the plugin is private. No version is ever used again.',
  effect: 'write',
  runsAt: 'server',
  access: { permission: 'tile:unpublish', on: 'tile', of: tileId },
  input: () => import('./tile-inputs.js').then((m) => m.TileRef),
  http: { method: 'DELETE', path: '/v1/tiles/:workspace/:tile', tag: 'public' },
});

/** Errors: `unpublish_too_late`. */
export const unpublishVersion = defineCommand({
  id: 'registry.unpublishVersion',
  summary: 'Unpublish a version of a plugin',
  description:
    'Within 48 hours of publishing, or at any time while the plugin is private. The version is never used again.',
  effect: 'write',
  runsAt: 'server',
  access: { permission: 'tile:unpublish', on: 'tileVersion', of: versionId },
  input: () => import('./tile-inputs.js').then((m) => m.VersionRef),
  http: { method: 'DELETE', path: '/v1/tiles/:workspace/:tile/versions/:version', tag: 'public' },
});

/** Best hits first. Strangers find public plugins only. */
export const searchRegistry = defineListOperation({
  id: 'registry.searchRegistry',
  summary: 'Search plugins, skills, rules and READMEs',
  effect: 'read',
  runsAt: 'server',
  limits: ['search', 'search-address', 'search-time'],
  access: 'anyone',
  input: () => import('./search.js').then((m) => m.SearchInput),
  output: () => import('./search.js').then((m) => m.SearchHit),
  meta: () => import('./search.js').then((m) => m.SearchMeta),
  http: {
    method: 'GET',
    path: '/experimental/search',
    tag: 'experimental',
    query: {
      ...pageQuery,
      query: 'q',
      type: 'filter[type]',
      workspace: 'filter[workspace]',
      org: 'filter[org]',
      facets: 'filter[facet]',
    },
  },
});

/** For the operator of the server. */
export const reindexServer = defineOperation({
  id: 'registry.reindexServer',
  summary: 'Rebuild the search index while searches go on',
  description:
    "Runs on the server's machine with the server's settings. The servers and workers do it in the background, plugin by plugin; searches find what is in the index meanwhile. " +
    'On PostgreSQL this command shows how far it is, and may be ended. On SQLite stop the server first: the rebuilding begins when it starts again. ' +
    'After an upgrade that needs it, a server does this by itself.',
  effect: 'write',
  runsAt: 'server',
  access: 'local',
  input: () => import('./reindex.js').then((m) => m.ReindexInput),
  output: () => import('./reindex.js').then((m) => m.ReindexView),
  cli: { name: 'server reindex' },
});

const operator = {
  effect: 'write',
  runsAt: 'server',
  access: 'local',
  output: () => import('./version-view.js').then((m) => m.VersionView),
} as const;

/** For the operator of the server. */
export const clearVersion = defineOperation({
  ...operator,
  id: 'registry.clearVersion',
  summary: 'Lift a block or an error of moderation',
  description:
    "Runs on the server's machine with the server's settings; with SQLite, stop the server first. The version is available from then on, and shows the reason. " +
    'A later scan that blocks it for the same reason changes nothing; one that blocks it for another takes it offline. ' +
    'What is lifted while the plugin is private has to be lifted again when it becomes public.',
  input: () => import('./moderation-commands.js').then((m) => m.ClearInput),
  cli: {
    name: 'server moderation clear',
    positionals: ['version'],
    examples: [
      {
        command: 'svc server moderation clear acme/review@1.2.0 --reason "The key is an example"',
        text: 'A false alarm',
      },
    ],
  },
});

/** For the operator of the server. */
export const rescanVersions = defineOperation({
  ...operator,
  id: 'registry.rescanVersions',
  summary: 'Have versions scanned again',
  description:
    "Runs on the server's machine with the server's settings; with SQLite, stop the server first: the scans begin when it starts again. A version keeps its state " +
    'until there is a verdict; one for which there was none waits again. New rules have every version scanned by themselves.',
  input: () => import('./moderation-commands.js').then((m) => m.RescanInput),
  output: () => import('./moderation-commands.js').then((m) => m.RescanResult),
  cli: {
    name: 'server moderation rescan',
    positionals: ['version'],
    examples: [
      { command: 'svc server moderation rescan', text: 'Whatever had no verdict' },
      {
        command: 'svc server moderation rescan acme/review@1.2.0 --anew',
        text: 'One version, as if nothing had been cleared',
      },
    ],
  },
});

/** For the operator of the server. */
export const listModeration = defineOperation({
  ...operator,
  id: 'registry.listModeration',
  summary: 'List the versions that moderation withholds, and those that were cleared',
  description:
    "Runs on the server's machine with the server's settings; with SQLite, stop the server first.",
  effect: 'read',
  input: () => import('./moderation-commands.js').then((m) => m.ModerationListInput),
  output: () => import('./moderation-commands.js').then((m) => m.ModerationList),
  cli: { name: 'server moderation list' },
});

/** Strangers see public plugins only. */
export const matchTiles = defineOperation({
  id: 'registry.matchTiles',
  summary: 'Find the plugins that describe packages',
  description:
    'For each package URL the plugins that a search for it finds, by name, 20 at most. Version, qualifiers and subpath of a package make no difference. Writes nothing.',
  effect: 'read',
  runsAt: 'server',
  limits: ['search', 'search-address'],
  access: 'anyone',
  input: () => import('./package-matches.js').then((m) => m.MatchTilesInput),
  output: () => import('./package-matches.js').then((m) => m.TileMatches),
  http: { method: 'POST', path: '/v1/tiles/match', tag: 'public' },
});

export const listAvailableSkills = defineOperation({
  id: 'registry.listAvailableSkills',
  summary: 'List the skills of your workspaces',
  effect: 'read',
  runsAt: 'server',
  access: 'signed-in',
  input: () => import('./available-skills.js').then((m) => m.AvailableSkillsInput),
  output: () => import('./available-skills.js').then((m) => m.AvailableSkills),
  mcp: {
    name: 'skills_available',
    title: 'List the skills of your workspaces',
    openWorld: false,
    description: 'List the skills that the plugins of your workspaces offer.',
  },
  http: { method: 'GET', path: '/experimental/skills', tag: 'experimental' },
});
