import { hostKey, type Context, type Handler, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import {
  workspaceDirectoryKey,
  type LocatedWorkspace,
  type WorkspaceDirectory,
} from '../../../identity/contract/access.js';
import { jobsKey, type Jobs } from '../../../jobs/contract/db.js';
import { modelNotConfigured, modelsKey, type Models } from '../../../models/contract/index.js';
import { unitOfWorkKey, type UnitOfWork } from '../../../persistence/contract/db.js';
import type { GenerateScenariosInput } from '../../contract/generation-inputs.js';
import type { GenerationView } from '../../contract/generation-view.js';
import { EvalsSwitch } from '../runs/evals-switch.js';
import { Generation } from './generation.entity.js';
import { namedIn } from './generation-source.js';
import { GenerationViews } from './generation-views.js';
import { SentPlugins } from './sent-plugins.js';

const DEFAULT_COUNT = 3;
const countOf = ({ bundle, count = DEFAULT_COUNT }: GenerateScenariosInput): number =>
  bundle === undefined ? 1 : count;

const NOTHING_YET = {
  scenarios: null,
  rejected: null,
  resultSha256: null,
  resultBytes: null,
  failure: null,
};

/** Starts generations. They cost no credits: the workspace pays for its model. */
@injectable()
export class GenerateScenariosHandler implements Handler<GenerateScenariosInput, GenerationView> {
  constructor(
    @inject(EvalsSwitch) private readonly evalsSwitch: EvalsSwitch,
    @inject(modelsKey) private readonly models: Models,
    @inject(SentPlugins) private readonly plugins: SentPlugins,
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(workspaceDirectoryKey) private readonly workspaces: WorkspaceDirectory,
    @inject(jobsKey) private readonly jobs: Jobs,
    @inject(GenerationViews) private readonly views: GenerationViews,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  async run(input: GenerateScenariosInput, context: Context): Promise<GenerationView> {
    const { value: workspace } = context.target as LocatedWorkspace;
    await this.evalsSwitch.require(workspace);
    const named = namedIn(input);
    await this.requireModel(workspace.id);
    const { source, bundle } =
      'bundle' in named
        ? await this.plugins.named(named.bundle, workspace.id, context.signal)
        : { source: named.source, bundle: undefined };
    const values = {
      ...NOTHING_YET,
      workspaceId: workspace.id,
      organizationId: workspace.organizationId,
      createdBy: context.caller.id,
      source,
      contextPatterns: input.contextPatterns ?? [],
      count: countOf(input),
      bundleSha256: bundle?.sha256 ?? null,
    };
    const id = await this.unitOfWork.run(async (manager) => {
      await this.workspaces.hold(workspace.id);
      await this.evalsSwitch.require(workspace, manager);
      // it may have been deleted meanwhile, and its contents with it
      if (bundle !== undefined) await this.plugins.find(bundle.id, workspace.id, manager);
      const begun = await this.jobs.enqueue(Generation, values);
      context.auditSubject?.({ kind: 'scenarioGeneration', id: begun, name: source.name });
      return begun;
    });
    this.host.fault?.('eval.generation-queued');
    return this.views.byId(id);
  }

  private async requireModel(workspaceId: string): Promise<void> {
    if ((await this.models.configured(workspaceId)) !== undefined) return;
    throw modelNotConfigured({
      model: 'No model',
      why: 'is configured that could write scenarios',
      hint: '`svc workspace model set` configures one; the operator of the server may set SVC_MODEL.',
    });
  }
}
