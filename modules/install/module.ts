import {
  contribute,
  defineModule,
  handle,
  healthChecksPoint,
  render,
  type Constructor,
} from 'svc-registry/kernel';
import { afterSignInPoint } from '../identity/contract/after-sign-in.js';
import { afterCreatePoint } from '../registry/contract/after-create.js';
import { builtInAgents } from './contract/agents/built-in.js';
import { agentsPoint, type AgentBehaviour } from './contract/agents.js';
import { installErrors } from './contract/errors.js';
import * as operations from './contract/operations.js';
import { settings } from './contract/settings.js';

const noTrustAsked = () => import('./client/agents/no-trust-asked.js').then((m) => m.NoTrustAsked);
/** Of the agents that read some of what is written only when somebody has agreed. */
const behaviours: Partial<Record<string, () => Promise<Constructor<AgentBehaviour>>>> = {
  codex: () => import('./client/agents/codex/trust.js').then((m) => m.CodexTrust),
  gemini: () => import('./client/agents/gemini/trust.js').then((m) => m.GeminiTrust),
  copilot: () => import('./client/agents/copilot/trust.js').then((m) => m.CopilotTrust),
  'copilot-vscode': () =>
    import('./client/agents/copilot-vscode/trust.js').then((m) => m.CopilotVscodeTrust),
  cursor: () => import('./client/agents/cursor/trust.js').then((m) => m.CursorTrust),
  antigravity: () => import('./client/agents/antigravity/trust.js').then((m) => m.AntigravityTrust),
  openhands: () => import('./client/agents/openhands/trust.js').then((m) => m.OpenhandsTrust),
};
const changeText = () =>
  import('./client/render/project-change-text.js').then((m) => m.projectChangeText);

export default defineModule({
  id: 'install',
  api: '^1.0.0',
  summary: 'Installs plugins into a project for its coding agents',
  requires: ['registry', 'identity'],
  operations: [
    handle(operations.initProject, () =>
      import('./client/handlers/init.js').then((m) => m.InitHandler),
    ),
    handle(operations.installPlugins, () =>
      import('./client/handlers/install.js').then((m) => m.InstallHandler),
    ),
    handle(operations.installPackage, () =>
      import('./client/handlers/install.js').then((m) => m.InstallPackageHandler),
    ),
    handle(operations.uninstallPlugin, () =>
      import('./client/handlers/uninstall.js').then((m) => m.UninstallHandler),
    ),
    handle(operations.uninstallPackage, () =>
      import('./client/handlers/uninstall.js').then((m) => m.UninstallPackageHandler),
    ),
    handle(operations.verifyInstall, () =>
      import('./client/handlers/verify.js').then((m) => m.VerifyHandler),
    ),
    handle(operations.listPlugins, () =>
      import('./client/handlers/list.js').then((m) => m.ListHandler),
    ),
    handle(operations.pluginInfo, () =>
      import('./client/handlers/info.js').then((m) => m.InfoHandler),
    ),
    handle(operations.viewTileTool, () =>
      import('./client/handlers/view-tile.js').then((m) => m.TileViewHandler),
    ),
    handle(operations.outdatedPlugins, () =>
      import('./client/handlers/outdated.js').then((m) => m.OutdatedHandler),
    ),
    handle(operations.updatePlugins, () =>
      import('./client/handlers/update.js').then((m) => m.UpdateHandler),
    ),
    handle(operations.updateTiles, () =>
      import('./client/handlers/update.js').then((m) => m.UpdateTilesHandler),
    ),
    handle(operations.showStatus, () =>
      import('./client/handlers/project-status.js').then((m) => m.ProjectStatusHandler),
    ),
    handle(operations.projectStatus, () =>
      import('./client/handlers/status.js').then((m) => m.StatusHandler),
    ),
  ],
  renders: [
    render(operations.initProject, () =>
      import('./client/render/init-text.js').then((m) => m.initText),
    ),
    render(operations.installPlugins, changeText),
    render(operations.uninstallPlugin, changeText),
    render(operations.updatePlugins, changeText),
    render(operations.showStatus, () =>
      import('./client/render/status-text.js').then((m) => m.statusText),
    ),
    render(operations.verifyInstall, () =>
      import('./client/render/verify-text.js').then((m) => m.verifyText),
    ),
    render(operations.listPlugins, () =>
      import('./client/render/plugin-list-text.js').then((m) => m.pluginListText),
    ),
    render(operations.pluginInfo, () =>
      import('./client/render/info-text.js').then((m) => m.infoText),
    ),
    render(operations.outdatedPlugins, () =>
      import('./client/render/plugin-list-text.js').then((m) => m.outdatedText),
    ),
  ],
  contributes: [
    ...settings,
    ...Object.entries(builtInAgents).map(([id, facts]) =>
      contribute(agentsPoint, id, facts, behaviours[id] ?? noTrustAsked),
    ),
    contribute(healthChecksPoint, 'install', { summary: 'What agents make of the project' }, () =>
      import('./client/project-health.js').then((m) => m.ProjectHealth),
    ),
    contribute(
      afterCreatePoint,
      'install',
      { summary: 'Installs a new plugin from its folder' },
      () => import('./client/install-created.js').then((m) => m.InstallCreated),
    ),
    contribute(afterSignInPoint, 'install', { summary: 'Installs what the project lacks' }, () =>
      import('./client/sync-after-sign-in.js').then((m) => m.SyncAfterSignIn),
    ),
  ],
  errors: installErrors,
  client: () => import('./client/index.js'),
});
