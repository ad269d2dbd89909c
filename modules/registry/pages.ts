import { contribute } from 'svc-registry/kernel';
import { pagesPoint } from '../web/contract/index.js';

const PLUGIN = '/plugins/:workspace/:plugin';
const VERSION = `${PLUGIN}/v/:version`;

const overview = () => import('./server/pages/plugin/overview-page.js').then((m) => m.OverviewPage);
const tab = () => import('./server/pages/plugin/tab-page.js').then((m) => m.TabPage);
const archive = () => import('./server/pages/plugin/archive-page.js').then((m) => m.ArchivePage);
const unpublish = () =>
  import('./server/pages/plugin/unpublish-page.js').then((m) => m.UnpublishPage);
const files = () => import('./server/pages/files/files-page.js').then((m) => m.FilesPage);
const diff = () => import('./server/pages/files/diff/diff-page.js').then((m) => m.DiffPage);

export const pages = [
  contribute(
    pagesPoint,
    'registry.plugin',
    { path: PLUGIN, title: 'Plugin', access: 'anyone' },
    overview,
  ),
  contribute(
    pagesPoint,
    'registry.pluginTab',
    { path: `${PLUGIN}/:tab`, title: 'Plugin', access: 'anyone' },
    tab,
  ),
  contribute(
    pagesPoint,
    'registry.version',
    { path: VERSION, title: 'Version of a plugin', access: 'anyone' },
    overview,
  ),
  contribute(
    pagesPoint,
    'registry.versionTab',
    { path: `${VERSION}/:tab`, title: 'Version of a plugin', access: 'anyone' },
    tab,
  ),
  contribute(
    pagesPoint,
    'registry.versions',
    { path: `${PLUGIN}/versions`, title: 'Versions of a plugin', access: 'anyone' },
    () => import('./server/pages/plugin/versions-page.js').then((m) => m.VersionsPage),
  ),
  contribute(
    pagesPoint,
    'registry.archivePlugin',
    { path: `${PLUGIN}/archive`, title: 'Archive a plugin', access: 'signed-in' },
    archive,
  ),
  contribute(
    pagesPoint,
    'registry.archiveVersion',
    { path: `${VERSION}/archive`, title: 'Archive a version', access: 'signed-in' },
    archive,
  ),
  contribute(
    pagesPoint,
    'registry.unpublishPlugin',
    { path: `${PLUGIN}/unpublish`, title: 'Unpublish a plugin', access: 'signed-in' },
    unpublish,
  ),
  contribute(
    pagesPoint,
    'registry.unpublishVersion',
    { path: `${VERSION}/unpublish`, title: 'Unpublish a version', access: 'signed-in' },
    unpublish,
  ),
  contribute(
    pagesPoint,
    'registry.files',
    { path: `${VERSION}/files`, title: 'Files of a version', access: 'anyone' },
    files,
  ),
  contribute(
    pagesPoint,
    'registry.file',
    { path: `${VERSION}/files/*path`, title: 'File of a version', access: 'anyone' },
    files,
  ),
  contribute(
    pagesPoint,
    'registry.rawFile',
    { path: `${VERSION}/raw/*path`, title: 'File of a version', access: 'anyone' },
    () => import('./server/pages/files/raw-page.js').then((m) => m.RawPage),
  ),
  contribute(
    pagesPoint,
    'registry.chooseDiff',
    { path: `${PLUGIN}/diff`, title: 'Compare versions', access: 'anyone' },
    () => import('./server/pages/files/diff/choose-page.js').then((m) => m.ChoosePage),
  ),
  contribute(
    pagesPoint,
    'registry.diff',
    { path: `${PLUGIN}/diff/:from/:to`, title: 'Difference of two versions', access: 'anyone' },
    diff,
  ),
];
