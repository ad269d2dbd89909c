import { contribute, defineModule, handle, render } from 'svc-registry/kernel';
import { afterSignInPoint } from '../identity/contract/index.js';
import { afterCreatePoint } from '../registry/contract/after-create.js';
import { installErrors } from './contract/errors.js';
import * as operations from './contract/operations.js';

const changeText = () => import('./client/render/project-change-text.js').then((m) => m.projectChangeText);

export default defineModule({
  id: 'install',
  api: '^1.0.0',
  summary: 'Installs plugins into a project for its coding agents',
  requires: ['registry', 'identity'],
  operations: [
    handle(operations.initProject, () => import('./client/handlers/init.js').then((m) => m.InitHandler)),
    handle(operations.installPlugins, () => import('./client/handlers/install.js').then((m) => m.InstallHandler)),
    handle(operations.installPackage, () => import('./client/handlers/install.js').then((m) => m.InstallPackageHandler)),
    handle(operations.uninstallPlugin, () => import('./client/handlers/uninstall.js').then((m) => m.UninstallHandler)),
    handle(operations.listPlugins, () => import('./client/handlers/list.js').then((m) => m.ListHandler)),
    handle(operations.outdatedPlugins, () => import('./client/handlers/outdated.js').then((m) => m.OutdatedHandler)),
    handle(operations.updatePlugins, () => import('./client/handlers/update.js').then((m) => m.UpdateHandler)),
    handle(operations.updateTiles, () => import('./client/handlers/update.js').then((m) => m.UpdateTilesHandler)),
    handle(operations.projectStatus, () => import('./client/handlers/status.js').then((m) => m.StatusHandler)),
  ],
  renders: [
    render(operations.initProject, changeText),
    render(operations.installPlugins, changeText),
    render(operations.uninstallPlugin, changeText),
    render(operations.updatePlugins, changeText),
    render(operations.listPlugins, () => import('./client/render/plugin-list-text.js').then((m) => m.pluginListText)),
    render(operations.outdatedPlugins, () => import('./client/render/plugin-list-text.js').then((m) => m.outdatedText)),
  ],
  contributes: [
    contribute(afterCreatePoint, 'install', { summary: 'Installs a new plugin from its folder' }, () =>
      import('./client/install-created.js').then((m) => m.InstallCreated),
    ),
    contribute(afterSignInPoint, 'install', { summary: 'Installs what the project lacks' }, () =>
      import('./client/sync-after-sign-in.js').then((m) => m.SyncAfterSignIn),
    ),
  ],
  errors: installErrors,
  client: () => import('./client/index.js'),
});
