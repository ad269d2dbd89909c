import {
  backgroundPoint,
  contribute,
  defineModule,
  handle,
  locatorsPoint,
} from 'svc-registry/kernel';
import { permissionsPoint, workspaceContentPoint } from '../identity/contract/access.js';
import { runKindsPoint } from '../jobs/contract/db.js';
import { blobReferencesPoint, tablesPoint } from '../persistence/contract/db.js';
import { sealedColumnsPoint } from '../secrets/contract/index.js';
import { builtInLaunchAgents } from './agents/built-in.js';
import * as agentErrors from './contract/agent-errors.js';
import * as commands from './contract/commands.js';
import * as environmentCommands from './contract/environment-commands.js';
import * as environmentErrors from './contract/environment-errors.js';
import * as environments from './contract/environment-operations.js';
import { launchAgentsPoint } from './contract/launch-agents.js';
import * as launchErrors from './contract/launch-errors.js';
import * as launches from './contract/launch-operations.js';
import { launchFollowersPoint } from './contract/launches.js';
import { limits } from './contract/limits.js';
import * as preparationErrors from './contract/preparation-errors.js';
import * as runCommands from './contract/run-commands.js';
import { settings } from './contract/settings.js';
import * as skillErrors from './contract/skill-errors.js';
import { findSkill } from './contract/skill-operations.js';
import { pages } from './pages.js';

const environmentHandlers = () => import('./server/environments/handlers.js');
const envCommands = () => import('./client/environments/commands.js');
const environmentText = () =>
  import('./client/environments/texts.js').then((m) => m.environmentText);
const launchHandlers = () => import('./server/runs/handlers.js');
const launchText = () => import('./client/launch-text.js').then((m) => m.launchText);
const runText = () => import('./client/runs/texts.js').then((m) => m.runText);

export default defineModule({
  id: 'launch',
  api: '^1.0.0',
  summary: 'Skills that run: in a terminal, or on a worker against a fresh clone',
  requires: [
    'persistence',
    'web',
    'secrets',
    'jobs',
    'identity',
    'outbound',
    'sandbox',
    'registry',
    'install',
    'project',
    'runs',
  ],
  operations: [
    // launches on workers
    handle(launches.startLaunch, {
      run: () => import('./server/runs/start-launch.handler.js').then((m) => m.StartLaunchHandler),
    }),
    handle(launches.showLaunch, { run: () => launchHandlers().then((m) => m.ShowLaunchHandler) }),
    handle(launches.listLaunches, {
      run: () => launchHandlers().then((m) => m.ListLaunchesHandler),
    }),
    handle(launches.cancelLaunch, {
      run: () => launchHandlers().then((m) => m.CancelLaunchHandler),
      text: runText,
    }),
    handle(launches.downloadLogs, {
      run: () => import('./server/logs/logs.handler.js').then((m) => m.LogsHandler),
    }),
    handle(launches.downloadPatch, { run: () => launchHandlers().then((m) => m.PatchHandler) }),
    handle(findSkill, {
      run: () => import('./server/runs/find-skill.handler.js').then((m) => m.FindSkillHandler),
    }),
    // commands
    handle(commands.launchAgent, {
      run: () => import('./client/launch-agent.js').then((m) => m.LaunchAgentHandler),
      text: () => import('./client/launch-text.js').then((m) => m.sessionText),
    }),
    handle(commands.launchSkill, {
      run: () => import('./client/launch-skill.js').then((m) => m.LaunchSkillHandler),
      text: launchText,
    }),
    handle(runCommands.listLaunchesCommand, {
      run: () => import('./client/runs/list.js').then((m) => m.ListHandler),
      text: () => import('./client/runs/texts.js').then((m) => m.runsText),
    }),
    handle(runCommands.viewLaunchCommand, {
      run: () => import('./client/runs/view.js').then((m) => m.ViewHandler),
      text: runText,
    }),
    handle(runCommands.launchLogsCommand, {
      run: () => import('./client/runs/logs.js').then((m) => m.LogsHandler),
    }),
    handle(runCommands.launchPatchCommand, {
      run: () => import('./client/runs/patch.js').then((m) => m.PatchCommandHandler),
    }),
    // environments
    handle(environments.createEnvironment, {
      run: () =>
        import('./server/environments/create.handler.js').then((m) => m.CreateEnvironmentHandler),
    }),
    handle(environments.listEnvironments, {
      run: () => environmentHandlers().then((m) => m.ListEnvironmentsHandler),
    }),
    handle(environments.showEnvironment, {
      run: () => environmentHandlers().then((m) => m.ShowEnvironmentHandler),
    }),
    handle(environments.replaceEnvironment, {
      run: () => environmentHandlers().then((m) => m.ReplaceEnvironmentHandler),
    }),
    handle(environments.deleteEnvironment, {
      run: () => environmentHandlers().then((m) => m.DeleteEnvironmentHandler),
    }),
    handle(environmentCommands.createEnvCommand, {
      run: () => envCommands().then((m) => m.CreateEnvHandler),
      text: environmentText,
    }),
    handle(environmentCommands.listEnvCommand, {
      run: () => envCommands().then((m) => m.ListEnvHandler),
      text: () => import('./client/environments/texts.js').then((m) => m.environmentsText),
    }),
    handle(environmentCommands.viewEnvCommand, {
      run: () => envCommands().then((m) => m.ViewEnvHandler),
      text: environmentText,
    }),
    handle(environmentCommands.updateEnvCommand, {
      run: () => envCommands().then((m) => m.UpdateEnvHandler),
      text: environmentText,
    }),
    handle(environmentCommands.deleteEnvCommand, {
      run: () => envCommands().then((m) => m.DeleteEnvHandler),
    }),
  ],
  points: [launchAgentsPoint, launchFollowersPoint],
  contributes: [
    ...settings,
    ...limits,
    ...builtInLaunchAgents,
    ...pages,
    contribute(tablesPoint, 'launch', { prefix: 'launch_' }, () => import('./server/tables.js')),
    // launches on workers
    contribute(blobReferencesPoint, 'launch.patches', {
      table: 'launch_runs',
      column: 'patch_sha256',
    }),
    contribute(locatorsPoint, 'launchRun', { kind: 'launchRun' }, () =>
      import('./server/runs/launch-locator.js').then((m) => m.LaunchLocator),
    ),
    contribute(
      runKindsPoint,
      'launch.run',
      {
        summary: 'A skill that runs against a fresh clone',
        // the setting SVC_LAUNCH_MINUTES ends the agent before
        timeLimitSeconds: 90_000,
        lane: 'long',
      },
      () => import('./server/worker/launch-work.js').then((m) => m.launchRuns),
    ),
    contribute(
      backgroundPoint,
      'launch.sandbox',
      { summary: 'Says when a worker starts whether it has a sandbox' },
      () => import('./server/worker/report-sandbox.js').then((m) => m.ReportSandbox),
    ),
    contribute(
      workspaceContentPoint,
      'launch.runs',
      { summary: 'Launches that have not ended' },
      () => import('./server/runs/workspace-launches.js').then((m) => m.WorkspaceLaunches),
    ),
    contribute(permissionsPoint, 'launch:read', {
      workspace: 'member',
      summary: 'See the launches of a workspace, their logs and changes',
    }),
    contribute(permissionsPoint, 'launch:run', {
      workspace: 'member',
      summary: 'Launch skills on workers, and cancel launches',
    }),
    // environments
    contribute(sealedColumnsPoint, 'launch.environments', {
      table: 'launch_environments',
      column: 'sealed',
      row: 'id',
    }),
    contribute(locatorsPoint, 'environment', { kind: 'environment' }, () =>
      import('./server/environments/environment-locator.js').then((m) => m.EnvironmentLocator),
    ),
    contribute(workspaceContentPoint, 'launch.environments', { summary: 'Environments' }, () =>
      import('./server/environments/workspace-environments.js').then(
        (m) => m.WorkspaceEnvironments,
      ),
    ),
    contribute(
      backgroundPoint,
      'launch.environments',
      { summary: 'Deletes environments whose run was never started' },
      () => import('./server/environments/delete-abandoned.js').then((m) => m.DeleteAbandoned),
    ),
    contribute(permissionsPoint, 'environment:read', {
      workspace: 'member',
      summary: 'See the environments of a workspace, without their values',
    }),
    contribute(permissionsPoint, 'environment:use', {
      workspace: 'member',
      summary: 'Make an environment for a run of your own',
    }),
    contribute(permissionsPoint, 'environment:edit', {
      workspace: 'manager',
      summary: 'Create environments that all runs of a workspace may use, replace and delete them',
    }),
  ],
  errors: [
    ...Object.values(launchErrors),
    ...Object.values(environmentErrors),
    ...Object.values(agentErrors),
    ...Object.values(preparationErrors),
    ...Object.values(skillErrors),
  ],
  client: () => import('./client/index.js'),
  server: () => import('./server/index.js'),
});
