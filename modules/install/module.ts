import {
  contribute,
  defineModule,
  handle,
  healthChecksPoint,
  type Constructor,
} from 'svc-registry/kernel';
import { afterSignInPoint } from '../identity/contract/after-sign-in.js';
import { afterCreatePoint } from '../registry/contract/after-create.js';
import { builtInAgents } from './contract/agents/built-in.js';
import { furtherAgents } from './contract/agents/further.js';
import { agentsPoint, type AgentBehaviour } from './contract/agents.js';
import * as errors from './contract/errors.js';
import * as operations from './contract/operations.js';
import { installPoliciesPoint } from './contract/policies.js';
import * as packageErrors from './contract/package-errors.js';
import { settings } from './contract/settings.js';
import * as sourceErrors from './contract/source-errors.js';
import { pluginParts } from './pages.js';

const unseenTrust = () => import('./client/agents/trust/unseen.js');
/** Behaviours of agents that read some files only after the user agrees. */
const behaviours: Partial<Record<string, () => Promise<Constructor<AgentBehaviour>>>> = {
  codex: () => import('./client/agents/trust/codex.js').then((m) => m.CodexTrust),
  gemini: () => import('./client/agents/trust/gemini.js').then((m) => m.GeminiTrust),
  copilot: () => import('./client/agents/trust/copilot.js').then((m) => m.CopilotTrust),
  'copilot-vscode': () => unseenTrust().then((m) => m.CopilotVscodeTrust),
  cursor: () => unseenTrust().then((m) => m.CursorTrust),
  antigravity: () => unseenTrust().then((m) => m.AntigravityTrust),
  openhands: () => unseenTrust().then((m) => m.OpenhandsTrust),
};
const changeText = () =>
  import('./client/render/project-change-text.js').then((m) => m.projectChangeText);

export default defineModule({
  id: 'install',
  api: '^1.0.0',
  summary: 'Installs plugins into a project for its coding agents',
  requires: ['web', 'identity', 'registry'],
  operations: [
    handle(operations.initProject, {
      run: () => import('./client/handlers/init.js').then((m) => m.InitHandler),
      text: () => import('./client/render/init-text.js').then((m) => m.initText),
    }),
    handle(operations.installPlugins, {
      run: () => import('./client/handlers/install.js').then((m) => m.InstallHandler),
      text: changeText,
    }),
    handle(operations.installPackage, {
      run: () => import('./client/handlers/install.js').then((m) => m.InstallPackageHandler),
    }),
    handle(operations.uninstallPlugin, {
      run: () => import('./client/handlers/uninstall.js').then((m) => m.UninstallHandler),
      text: changeText,
    }),
    handle(operations.uninstallPackage, {
      run: () => import('./client/handlers/uninstall.js').then((m) => m.UninstallPackageHandler),
    }),
    handle(operations.verifyInstall, {
      run: () => import('./client/handlers/verify.js').then((m) => m.VerifyHandler),
      text: () => import('./client/render/verify-text.js').then((m) => m.verifyText),
    }),
    handle(operations.listPlugins, {
      run: () => import('./client/handlers/list.js').then((m) => m.ListHandler),
      text: () => import('./client/render/plugin-list-text.js').then((m) => m.pluginListText),
    }),
    handle(operations.pluginInfo, {
      run: () => import('./client/handlers/info.js').then((m) => m.InfoHandler),
      text: () => import('./client/render/info-text.js').then((m) => m.infoText),
    }),
    handle(operations.viewTileTool, {
      run: () => import('./client/handlers/view-tile.js').then((m) => m.TileViewHandler),
    }),
    handle(operations.outdatedPlugins, {
      run: () => import('./client/handlers/outdated.js').then((m) => m.OutdatedHandler),
      text: () => import('./client/render/plugin-list-text.js').then((m) => m.outdatedText),
    }),
    handle(operations.updatePlugins, {
      run: () => import('./client/handlers/update.js').then((m) => m.UpdateHandler),
      text: changeText,
    }),
    handle(operations.updateTiles, {
      run: () => import('./client/handlers/update.js').then((m) => m.UpdateTilesHandler),
    }),
    handle(operations.showStatus, {
      run: () => import('./client/handlers/project-status.js').then((m) => m.ProjectStatusHandler),
      text: () => import('./client/render/status-text.js').then((m) => m.statusText),
    }),
    handle(operations.projectStatus, {
      run: () => import('./client/handlers/status.js').then((m) => m.StatusHandler),
    }),
  ],
  points: [agentsPoint, installPoliciesPoint],
  contributes: [
    ...settings,
    ...pluginParts,
    ...Object.entries({ ...builtInAgents, ...furtherAgents }).map(([id, facts]) =>
      contribute(
        agentsPoint,
        id,
        facts,
        behaviours[id] ?? (() => unseenTrust().then((m) => m.NoTrustAsked)),
      ),
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
  errors: Object.values({ ...errors, ...sourceErrors, ...packageErrors }),
  client: () => import('./client/index.js'),
});
