import {
  backgroundPoint,
  contribute,
  defineModule,
  handle,
  locatorsPoint,
} from 'svc-registry/kernel';
import { permissionsPoint, workspaceContentPoint } from '../identity/contract/access.js';
import { runKindsPoint } from '../jobs/contract/db.js';
import { tablesPoint } from '../persistence/contract/db.js';
import { blobReferencesPoint, rowReferencesPoint } from '../persistence/contract/references.js';
import { searchFactsPoint } from './contract/search-facts.js';
import { versionFactsPoint } from './contract/version-facts.js';
import { scannersPoint } from './contract/scanners.js';
import { publishPoliciesPoint } from './contract/publish-policies.js';
import { afterCreatePoint } from './contract/after-create.js';
import { afterPublishPoint } from './contract/after-publish.js';
import { pluginPagePoint } from './contract/plugin-page.js';
import { publishedPoint } from './contract/published.js';
import { downloads } from './contract/downloads.js';
import { workspacePages } from './workspace-pages.js';
import { pluginFacts } from './contract/plugin-facts.js';
import * as errors from './contract/errors.js';
import { moderationMachine } from './contract/moderation.machine.js';
import { settings } from './contract/settings.js';
import { limits } from './contract/limits.js';
import * as operations from './contract/operations.js';
import * as pluginErrors from './contract/plugin-errors.js';
import { searchPages } from './search-pages.js';
import { pages } from './pages.js';
import { pluginCommands } from './plugin-commands.js';

export default defineModule({
  id: 'registry',
  api: '^1.0.0',
  summary: 'Plugins: write, check, publish, find',
  requires: ['persistence', 'web', 'jobs', 'identity'],
  operations: [
    handle(operations.listTiles, {
      run: () => import('./server/read/list.handler.js').then((m) => m.ListTilesHandler),
    }),
    handle(operations.viewTile, {
      run: () => import('./server/read/view.handler.js').then((m) => m.ViewTileHandler),
    }),
    handle(operations.viewBadge, {
      run: () => import('./server/read/view-badge.handler.js').then((m) => m.ViewBadgeHandler),
    }),
    handle(operations.listVersions, {
      run: () => import('./server/read/list.handler.js').then((m) => m.ListVersionsHandler),
    }),
    handle(operations.viewVersion, {
      run: () => import('./server/read/view.handler.js').then((m) => m.ViewVersionHandler),
    }),
    handle(operations.listFiles, {
      run: () => import('./server/read/list.handler.js').then((m) => m.ListFilesHandler),
    }),
    handle(operations.downloadFile, {
      run: () => import('./server/read/download.handler.js').then((m) => m.DownloadFileHandler),
    }),
    handle(operations.downloadArchive, {
      run: () => import('./server/read/download.handler.js').then((m) => m.DownloadArchiveHandler),
    }),
    handle(operations.publishTile, {
      run: () =>
        import('./server/publish/publish-tile.handler.js').then((m) => m.PublishTileHandler),
    }),
    handle(operations.previewPublish, {
      run: () =>
        import('./server/publish/preview-publish.handler.js').then((m) => m.PreviewPublishHandler),
    }),
    handle(operations.archiveTile, {
      run: () => import('./server/withdraw/archive.handler.js').then((m) => m.ArchiveTileHandler),
    }),
    handle(operations.archiveVersion, {
      run: () =>
        import('./server/withdraw/archive.handler.js').then((m) => m.ArchiveVersionHandler),
    }),
    handle(operations.unpublishTile, {
      run: () =>
        import('./server/withdraw/unpublish.handler.js').then((m) => m.UnpublishTileHandler),
    }),
    handle(operations.unpublishVersion, {
      run: () =>
        import('./server/withdraw/unpublish.handler.js').then((m) => m.UnpublishVersionHandler),
    }),
    handle(operations.searchRegistry, {
      run: () =>
        import('./server/search/search-registry.handler.js').then((m) => m.SearchRegistryHandler),
    }),
    handle(operations.reindexServer, {
      run: () =>
        import('./server/search/reindex/reindex-server.handler.js').then(
          (m) => m.ReindexServerHandler,
        ),
      text: () => import('./client/reindex-text.js').then((m) => m.reindexText),
    }),
    handle(operations.clearVersion, {
      run: () => import('./server/scan/moderation.handlers.js').then((m) => m.ClearVersionHandler),
      text: () => import('./client/moderation-text.js').then((m) => m.clearedText),
    }),
    handle(operations.rescanVersions, {
      run: () => import('./server/scan/moderation.handlers.js').then((m) => m.RescanHandler),
      text: () => import('./client/moderation-text.js').then((m) => m.rescanText),
    }),
    handle(operations.listModeration, {
      run: () =>
        import('./server/scan/moderation.handlers.js').then((m) => m.ModerationListHandler),
      text: () => import('./client/moderation-text.js').then((m) => m.moderationListText),
    }),
    handle(operations.matchTiles, {
      run: () => import('./server/search/match-tiles.handler.js').then((m) => m.MatchTilesHandler),
    }),
    handle(operations.listAvailableSkills, {
      run: () =>
        import('./server/skills/list-available-skills.handler.js').then(
          (m) => m.ListAvailableSkillsHandler,
        ),
    }),
    ...pluginCommands,
  ],
  machines: [moderationMachine],
  errors: [...Object.values(errors), ...Object.values(pluginErrors)],
  points: [
    afterCreatePoint,
    afterPublishPoint,
    pluginPagePoint,
    publishedPoint,
    publishPoliciesPoint,
    scannersPoint,
    searchFactsPoint,
    versionFactsPoint,
  ],
  contributes: [
    ...limits,
    ...settings,
    ...pages,
    downloads,
    ...pluginFacts,
    ...searchPages,
    contribute(
      backgroundPoint,
      'registry.downloads',
      { summary: 'Stores how often plugins were downloaded' },
      () => import('./server/facts/store-downloads.js').then((m) => m.StoreDownloads),
    ),
    contribute(
      tablesPoint,
      'registry',
      { prefix: 'registry_' },
      () => import('./server/tables.js'),
    ),
    contribute(blobReferencesPoint, 'registry.files', {
      table: 'registry_files',
      column: 'sha256',
    }),
    contribute(blobReferencesPoint, 'registry.archives', {
      table: 'registry_versions',
      column: 'archive_sha256',
    }),
    contribute(rowReferencesPoint, 'registry.workspaces', {
      table: 'registry_tiles',
      column: 'workspace_id',
      to: { table: 'identity_workspaces', column: 'id' },
    }),
    contribute(rowReferencesPoint, 'registry.organizations', {
      table: 'registry_tiles',
      column: 'organization_id',
      to: { table: 'identity_organizations', column: 'id' },
    }),
    contribute(locatorsPoint, 'tile', { kind: 'tile' }, () =>
      import('./server/read/locators.js').then((m) => m.TileLocator),
    ),
    contribute(locatorsPoint, 'tileVersion', { kind: 'tileVersion' }, () =>
      import('./server/read/locators.js').then((m) => m.VersionLocator),
    ),
    contribute(workspaceContentPoint, 'registry', { summary: 'Plugins' }, () =>
      import('./server/workspace-plugins.js').then((m) => m.WorkspacePlugins),
    ),
    contribute(
      runKindsPoint,
      'registry.scan',
      { summary: 'Scan of a published version', timeLimitSeconds: 900 },
      () => import('./server/scan/scan-version.js').then((m) => m.versionScans),
    ),
    contribute(
      runKindsPoint,
      'registry.rescan',
      {
        summary: 'Another scan of a published version',
        timeLimitSeconds: 900,
        lane: 'apart',
        concurrency: 2,
      },
      () => import('./server/scan/scan-version.js').then((m) => m.versionRescans),
    ),
    contribute(
      backgroundPoint,
      'registry.judge-all',
      { summary: 'Has versions scanned that the present rules have not judged' },
      () => import('./server/scan/judge-all.js').then((m) => m.JudgeAll),
    ),
    contribute(
      runKindsPoint,
      'registry.reindex',
      { summary: 'Rebuilding of the search index', timeLimitSeconds: 86_400, leaseSeconds: 15 },
      () => import('./server/search/reindex/reindex-plugins.js').then((m) => m.reindexings),
    ),
    contribute(
      backgroundPoint,
      'registry.stale-index',
      { summary: 'Indexes plugins again that were indexed by older rules' },
      () => import('./server/search/reindex/stale-index.js').then((m) => m.StaleIndex),
    ),
    ...workspacePages,
    contribute(permissionsPoint, 'tile:read', {
      workspace: 'member',
      summary: 'See the private plugins of a workspace',
    }),
    contribute(permissionsPoint, 'tile:archive', {
      workspace: 'publisher',
      summary: 'Archive plugins and versions, and restore them',
    }),
    contribute(permissionsPoint, 'tile:unpublish', {
      workspace: 'publisher',
      summary: 'Unpublish versions',
    }),
    contribute(permissionsPoint, 'tile:publish', {
      workspace: 'publisher',
      summary: 'Publish plugins to a workspace',
    }),
  ],
  client: () => import('./client/index.js'),
  server: () => import('./server/index.js'),
});
