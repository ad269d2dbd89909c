import {
  backgroundPoint,
  contribute,
  defineModule,
  handle,
  locatorsPoint,
} from 'svc-registry/kernel';
import { permissionsPoint, workspaceContentPoint } from '../identity/contract/access.js';
import { runKindsPoint } from '../jobs/contract/db.js';
import { accountMailsPoint } from '../identity/contract/account-mails.js';
import { blobReferencesPoint, tablesPoint } from '../persistence/contract/db.js';
import { afterPublishPoint } from '../registry/contract/after-publish.js';
import { versionFactsPoint } from '../registry/contract/version-facts.js';
import { evaluationsPoint } from '../review/contract/evaluations.js';
import { standInAgents } from './agents/stand-ins/contributions.js';
import { clientSettings } from './contract/client-settings.js';
import * as commandErrors from './contract/command-errors.js';
import * as commands from './contract/commands.js';
import * as errors from './contract/errors.js';
import { evalRunMachine } from './contract/eval-run.machine.js';
import * as generationErrors from './contract/generation-errors.js';
import * as generations from './contract/generation-operations.js';
import { limits } from './contract/limits.js';
import { showEvalMails, switchEvalMails } from './contract/mail-operations.js';
import { lintScenarios } from './contract/operations.js';
import * as runErrors from './contract/run-errors.js';
import * as runs from './contract/run-operations.js';
import { settings } from './contract/settings.js';
import * as scenarioCommands from './contract/scenario-commands.js';
import { pages } from './pages.js';

const evalText = () => import('./client/runs/eval-text.js').then((m) => m.evalText);
const scenarioTexts = () => import('./client/scenarios/texts.js');

const generationHandlers = () => import('./server/generation/handlers.js');
const runHandlers = () => import('./server/runs/handlers.js');
const startHandlers = () => import('./server/runs/start.handlers.js');
const mailHandlers = () => import('./server/mail/handlers.js');
const switchHandlers = () => import('./server/runs/switch.handlers.js');

export default defineModule({
  id: 'eval',
  api: '^1.0.0',
  summary: 'Evaluations of plugins: scenarios, runs, and what they show',
  requires: [
    'persistence',
    'web',
    'secrets',
    'jobs',
    'identity',
    'billing',
    'outbound',
    'sandbox',
    'registry',
    'install',
    'project',
    'models',
    'review',
    'launch',
    'mail',
    'runs',
  ],
  operations: [
    handle(lintScenarios, {
      run: () => import('./client/lint.js').then((m) => m.LintHandler),
      text: () => import('./client/lint-text.js').then((m) => m.lintText),
    }),
    // runs, on the server
    handle(runs.uploadBundle, {
      run: () => import('./server/runs/upload.handler.js').then((m) => m.UploadBundleHandler),
    }),
    handle(runs.checkEval, { run: () => startHandlers().then((m) => m.CheckEvalHandler) }),
    handle(runs.startEval, { run: () => startHandlers().then((m) => m.StartEvalHandler) }),
    handle(runs.retryEval, { run: () => startHandlers().then((m) => m.RetryEvalHandler) }),
    handle(runs.listEvals, { run: () => runHandlers().then((m) => m.ListEvalsHandler) }),
    handle(runs.showEval, { run: () => runHandlers().then((m) => m.ShowEvalHandler) }),
    handle(runs.cancelEval, {
      run: () => runHandlers().then((m) => m.CancelEvalHandler),
      text: evalText,
    }),
    handle(runs.listCells, { run: () => runHandlers().then((m) => m.ListCellsHandler) }),
    handle(runs.showCell, { run: () => runHandlers().then((m) => m.ShowCellHandler) }),
    handle(runs.overrideScore, { run: () => runHandlers().then((m) => m.OverrideScoreHandler) }),
    handle(runs.downloadReport, {
      run: () => import('./server/runs/report.handler.js').then((m) => m.ReportHandler),
    }),
    handle(runs.listEvalAgents, {
      run: () => import('./server/runs/agents.handler.js').then((m) => m.ListAgentsHandler),
    }),
    handle(runs.switchEvals, { run: () => switchHandlers().then((m) => m.SwitchEvalsHandler) }),
    handle(runs.showEvalsSwitch, {
      run: () => switchHandlers().then((m) => m.ShowEvalsSwitchHandler),
    }),
    handle(showEvalMails, { run: () => mailHandlers().then((m) => m.ShowMailsHandler) }),
    handle(switchEvalMails, { run: () => mailHandlers().then((m) => m.SwitchMailsHandler) }),

    // generations, on the server
    handle(generations.generateScenarios, {
      run: () =>
        import('./server/generation/start-generation.handler.js').then(
          (m) => m.GenerateScenariosHandler,
        ),
    }),
    handle(generations.listGenerations, {
      run: () => generationHandlers().then((m) => m.ListGenerationsHandler),
    }),
    handle(generations.showGeneration, {
      run: () => generationHandlers().then((m) => m.ShowGenerationHandler),
    }),
    handle(generations.downloadScenarios, {
      run: () => generationHandlers().then((m) => m.DownloadScenariosHandler),
    }),
    handle(generations.cancelGeneration, {
      run: () => generationHandlers().then((m) => m.CancelGenerationHandler),
      text: () => scenarioTexts().then((m) => m.generationText),
    }),

    // commands
    handle(commands.runEval, {
      run: () => import('./client/run/run.js').then((m) => m.RunHandler),
      text: () => import('./client/run/run-text.js').then((m) => m.runText),
    }),
    handle(commands.listEvalsCommand, {
      run: () => import('./client/runs/list.js').then((m) => m.ListHandler),
      text: () => import('./client/runs/list-text.js').then((m) => m.evalsText),
    }),
    handle(commands.viewEval, {
      run: () => import('./client/runs/view.js').then((m) => m.ViewHandler),
      text: evalText,
    }),
    handle(commands.retryEvalCommand, {
      run: () => import('./client/runs/retry.js').then((m) => m.RetryHandler),
      text: evalText,
    }),
    handle(commands.workspaceEvals, {
      run: () => import('./client/workspace-evals.js').then((m) => m.WorkspaceEvalsHandler),
      text: () => import('./client/switch-text.js').then((m) => m.switchText),
    }),
    handle(scenarioCommands.generateCommand, {
      run: () => import('./client/scenarios/generate.js').then((m) => m.GenerateHandler),
      text: () => scenarioTexts().then((m) => m.generationsStartedText),
    }),
    handle(scenarioCommands.listGenerationsCommand, {
      run: () => import('./client/scenarios/list.js').then((m) => m.ListGenerationsHandler),
      text: () => scenarioTexts().then((m) => m.generationsText),
    }),
    handle(scenarioCommands.viewGenerationCommand, {
      run: () => import('./client/scenarios/view.js').then((m) => m.ViewGenerationHandler),
      text: () => scenarioTexts().then((m) => m.generationText),
    }),
    handle(scenarioCommands.downloadCommand, {
      run: () => import('./client/scenarios/download.js').then((m) => m.DownloadHandler),
      text: () => scenarioTexts().then((m) => m.downloadedText),
    }),
  ],
  machines: [evalRunMachine],
  contributes: [
    ...limits,
    ...clientSettings,
    contribute(tablesPoint, 'eval', { prefix: 'eval_' }, () => import('./server/tables.js')),
    contribute(permissionsPoint, 'eval:read', {
      workspace: 'member',
      summary: 'See the evaluations of a workspace and their scenarios',
    }),
    contribute(permissionsPoint, 'eval:run', {
      workspace: 'member',
      summary: 'Start evaluations and generations of scenarios, cancel and score them',
    }),
    // runs
    contribute(locatorsPoint, 'evalRun', { kind: 'evalRun' }, () =>
      import('./server/runs/run-locator.js').then((m) => m.RunLocator),
    ),
    contribute(
      workspaceContentPoint,
      'eval.runs',
      { summary: 'Evaluations that have not ended' },
      () => import('./server/runs/workspace-evals.js').then((m) => m.WorkspaceEvals),
    ),
    contribute(
      backgroundPoint,
      'eval.bundles',
      { summary: 'Deletes scenarios that were sent and not used' },
      () => import('./server/runs/delete-unused.js').then((m) => m.DeleteUnused),
    ),
    contribute(
      accountMailsPoint,
      'eval.runs',
      { summary: 'An evaluation that I have started has ended' },
      () => import('./server/mail/mail-switches.js').then((m) => m.MailSwitches),
    ),
    contribute(blobReferencesPoint, 'eval.bundles', { table: 'eval_bundles', column: 'sha256' }),
    contribute(blobReferencesPoint, 'eval.scenarios', {
      table: 'eval_runs',
      column: 'bundle_sha256',
    }),
    contribute(blobReferencesPoint, 'eval.contexts', {
      table: 'eval_runs',
      column: 'context_sha256',
    }),
    contribute(blobReferencesPoint, 'eval.fixtures', {
      table: 'eval_fixtures',
      column: 'files_sha256',
    }),

    // cells
    ...settings,
    ...standInAgents,
    contribute(
      runKindsPoint,
      'eval.prepare',
      {
        summary: 'Commits that the scenarios of an evaluation begin with',
        timeLimitSeconds: 7_200,
        lane: 'long',
      },
      () => import('./server/fixtures/prepare-work.js').then((m) => m.prepareRuns),
    ),
    contribute(
      runKindsPoint,
      'eval.cell',
      {
        summary: 'A scenario that is solved once, and scored',
        // the setting SVC_EVAL_MINUTES ends the agent before, in each of three attempts
        timeLimitSeconds: 50_000,
        lane: 'long',
      },
      () => import('./server/cells/cell-work.js').then((m) => m.cellRuns),
    ),
    contribute(blobReferencesPoint, 'eval.solutions', {
      table: 'eval_cells',
      column: 'solution_sha256',
    }),
    contribute(blobReferencesPoint, 'eval.files', { table: 'eval_cells', column: 'files_sha256' }),

    // generations
    contribute(locatorsPoint, 'scenarioGeneration', { kind: 'scenarioGeneration' }, () =>
      import('./server/generation/generation-locator.js').then((m) => m.GenerationLocator),
    ),
    contribute(
      workspaceContentPoint,
      'eval.generations',
      { summary: 'Generations of scenarios that have not ended' },
      () =>
        import('./server/generation/workspace-generations.js').then((m) => m.WorkspaceGenerations),
    ),
    contribute(
      runKindsPoint,
      'eval.generate',
      { summary: 'Scenarios that a model writes', timeLimitSeconds: 3_600, lane: 'long' },
      () => import('./server/generation/generation-work.js').then((m) => m.generationRuns),
    ),
    contribute(blobReferencesPoint, 'eval.generated', {
      table: 'eval_generations',
      column: 'result_sha256',
    }),
    contribute(blobReferencesPoint, 'eval.generation-plugins', {
      table: 'eval_generations',
      column: 'bundle_sha256',
    }),

    // publishing
    contribute(
      afterPublishPoint,
      'eval',
      {
        summary: 'Evaluates what was published by its scenarios',
        serves: ['withScenarioQualityCheck', 'evalScenarios'],
      },
      () => import('./client/publish/after-publish.js').then((m) => m.EvalAfterPublish),
    ),
    contribute(versionFactsPoint, 'impact', { summary: 'What it changes for agents' }, () =>
      import('./server/publishing/impact.js').then((m) => m.ImpactFacts),
    ),
    contribute(
      evaluationsPoint,
      'eval.scenarios',
      { summary: 'Scenarios that were published with a version and evaluated' },
      () => import('./server/publishing/impact.js').then((m) => m.EvaluatedScenarios),
    ),

    ...pages,
  ],
  errors: [
    ...Object.values(errors),
    ...Object.values(runErrors),
    ...Object.values(commandErrors),
    ...Object.values(generationErrors),
  ],
  server: () => import('./server/index.js'),
});
