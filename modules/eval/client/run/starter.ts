import { usageError, type Context } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { projectFilesKey, type ProjectFiles } from '../../../install/contract/project-files.js';
import {
  runEnvironmentsKey,
  type RunEnvironments,
} from '../../../launch/contract/run-environments.js';
import { folderSourcesKey, type FolderSources } from '../../../project/contract/folder-sources.js';
import { pluginFormatKey, type PluginFormat } from '../../../registry/contract/plugin-format.js';
import type { RunEvalInput } from '../../contract/command-inputs.js';
import { creditCeiling } from '../../contract/run-errors.js';
import type { StartEvalInput } from '../../contract/run-inputs.js';
import { checkEval, startEval, uploadBundle } from '../../contract/run-operations.js';
import type { EvalPlanView, EvalRunView } from '../../contract/run-view.js';
import { given } from '../given.js';
import { foldersOf, packBundle } from './bundle.js';
import { Contexts } from './contexts.js';
import { linkedProject } from './linked-project.js';
import { originOf } from './origin.js';
import { readScenarios } from './read-scenarios.js';
import type { EvalSource } from './source.js';

/** How a run is asked for: by the flags of the command. */
export interface RunRequest extends Omit<RunEvalInput, 'source' | 'yes' | 'listAgents' | 'wait'> {
  /** `<workspace>/<plugin>@<version>` that was published with these scenarios. */
  readonly published?: string;
}

/** A run that could be started. */
export interface PlannedRun {
  readonly plan: EvalPlanView;
  readonly input: StartEvalInput;
}

/** Reads and sends what is on this machine, and starts runs of it. Everything that can be wrong with it is found before anything is sent. */
@injectable()
export class EvalStarter {
  constructor(
    @inject(Contexts) private readonly contexts: Contexts,
    @inject(projectFilesKey) private readonly projects: ProjectFiles,
    @inject(folderSourcesKey) private readonly sources: FolderSources,
    @inject(pluginFormatKey) private readonly format: PluginFormat,
    @inject(runEnvironmentsKey) private readonly environments: RunEnvironments,
  ) {}

  /** Throws what `--max-credits` refuses as `credit_ceiling`. */
  async plan(source: EvalSource, request: RunRequest, context: Context): Promise<PlannedRun> {
    const { folder, folders } = source;
    const {
      context: named = source.context,
      contextCommit,
      skill: skills,
      envFile,
      label,
      maxCredits: mostCredits,
      published,
      ...settings
    } = request;
    if (settings.skipBaseline === true && named === undefined)
      throw usageError({ what: '--skip-baseline needs --context: nothing would be run.' });
    const linked = await linkedProject(folder, this.projects, context);
    const scenarios = await readScenarios(folders);
    const { boundary } = folders;
    const chosen = await this.contexts.of(
      { context: named, contextCommit, skills, boundary, scenarios: foldersOf(scenarios) },
      context,
    );
    const { archive, withheld } = await packBundle(
      { scenarios, boundary, context: chosen?.files ?? [] },
      this.format,
    );
    for (const each of withheld)
      context.progress.warn(`${each} is not sent as part of a fixture: it has the criteria.`);
    const environment = await this.#environmentOf(envFile, linked.workspace, context);
    context.progress.step('Sending the scenarios');
    const { workspace, project } = linked;
    const { bundleId } = await context.invoke(uploadBundle, { workspace }, { upload: archive });
    const origin = await originOf(folder, this.sources, context);
    const input = {
      workspace,
      project,
      bundle: bundleId,
      ...given({ context: chosen?.input, environment, ...settings }),
    };
    const plan = await context.invoke(checkEval, input);
    if (mostCredits !== undefined && plan.credits > mostCredits)
      throw creditCeiling({ needed: plan.credits, most: mostCredits });
    return { plan, input: { ...input, origin, ...given({ label, mostCredits, published }) } };
  }

  start({ input }: PlannedRun, context: Context): Promise<EvalRunView> {
    return context.invoke(startEval, input);
  }

  async #environmentOf(
    envFile: string | undefined,
    workspace: string,
    context: Context,
  ): Promise<string | undefined> {
    return envFile === undefined
      ? undefined
      : this.environments.forRun(envFile, workspace, context);
  }
}
