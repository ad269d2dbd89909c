import { invalidInput, notFound, type Context, type Handler } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { LocatedWorkspace, WorkspaceDirectory } from '../../../identity/contract/access.js';
import { workspaceDirectoryKey } from '../../../identity/contract/access.js';
import { environmentGone } from '../../../launch/contract/environment-errors.js';
import {
  heldEnvironmentsKey,
  type HeldEnvironments,
} from '../../../launch/contract/held-environments.js';
import { wrongState } from '../../../persistence/contract/errors.js';
import { viewProject } from '../../../project/contract/operations.js';
import { creditCeiling, retryNeedsEnvironment } from '../../contract/run-errors.js';
import type {
  EvalPlanInput,
  RetryEvalRunInput,
  StartEvalInput,
} from '../../contract/run-inputs.js';
import type { EvalPlanView, EvalRunView } from '../../contract/run-view.js';
import type { EvalRun } from './eval-run.entity.js';
import { EvalsSwitch } from './evals-switch.js';
import { Planner, type Plan } from './plan/planner.js';
import { RunSettings } from './plan/run-settings.js';
import { SentBundles } from './plan/sent-bundles.js';
import { UsualEnvironment } from './plan/usual-environment.js';
import { runTarget } from './run-locator.js';
import { RunStarter } from './run-starter.js';
import { RunViews } from './run-views.js';

type Asked = Pick<EvalPlanInput, keyof EvalPlanInput>;

/** What a request asks for, checked. */
@injectable()
export class AskedPlans {
  constructor(
    @inject(EvalsSwitch) private readonly evalsSwitch: EvalsSwitch,
    @inject(SentBundles) private readonly bundles: SentBundles,
    @inject(RunSettings) private readonly settings: RunSettings,
    @inject(UsualEnvironment) private readonly usual: UsualEnvironment,
    @inject(Planner) private readonly planner: Planner,
  ) {}

  async of(asked: Asked, context: Context) {
    const { value: workspace } = context.target as LocatedWorkspace;
    await this.evalsSwitch.require(workspace);
    const settings = await this.settings.of(asked, workspace);
    await requireProject(asked, context, workspace.id);
    const { sha256: bundleSha256 } = await this.bundles.find(asked.bundle, workspace.id);
    const { caller, signal } = context;
    const environmentId =
      asked.environment?.toLowerCase() ?? (await this.usual.idFor(workspace.id));
    const plan = await this.planner.plan({
      workspace,
      caller,
      signal,
      settings,
      bundleSha256,
      environmentId,
      context: asked.context,
      retryOf: null,
    });
    return { workspace, plan, bundleSha256, environmentId };
  }
}

/** The caller has to see the project. */
async function requireProject({ project }: Asked, context: Context, workspaceId: string) {
  if (project === undefined) return;
  const found = await context.invoke(viewProject, { projectId: project });
  if (found.workspaceId !== workspaceId) throw notFound({ kind: 'project', id: project });
}

@injectable()
export class CheckEvalHandler implements Handler<EvalPlanInput, EvalPlanView> {
  constructor(@inject(AskedPlans) private readonly plans: AskedPlans) {}

  async run(input: EvalPlanInput, context: Context): Promise<EvalPlanView> {
    const { plan } = await this.plans.of(input, context);
    const { agent, model, scorerAgent, scorerModel } = plan.settings;
    const { cells, cached, scoredAgain, judgeCalls, credits, notes } = plan;
    return {
      scenarios: new Set(cells.map(({ scenarioId }) => scenarioId)).size,
      cells: cells.length,
      cached,
      scoredAgain,
      agentCalls: cells.length - cached - scoredAgain,
      judgeCalls,
      credits,
      agent,
      model,
      scorerAgent,
      scorerModel,
      notes: [...notes, ...exclusions(plan)],
    };
  }
}

const exclusions = ({ scenarios }: Plan): readonly string[] =>
  scenarios.flatMap(({ row }) =>
    row.quality === 'included'
      ? []
      : [
          `${row.name} is left out: ${row.assessment?.notes[0] ?? 'it cannot tell solutions apart'}`,
        ],
  );

@injectable()
export class StartEvalHandler implements Handler<StartEvalInput, EvalRunView> {
  constructor(
    @inject(AskedPlans) private readonly plans: AskedPlans,
    @inject(RunStarter) private readonly starter: RunStarter,
    @inject(RunViews) private readonly views: RunViews,
  ) {}

  async run(input: StartEvalInput, context: Context): Promise<EvalRunView> {
    requirePublishedContext(input);
    const { plan, workspace, bundleSha256, environmentId } = await this.plans.of(input, context);
    const { mostCredits: most, label = null, published = null, project = null, origin } = input;
    if (most !== undefined && plan.credits > most)
      throw creditCeiling({ needed: plan.credits, most });
    const facts = {
      projectId: project,
      label,
      bundleSha256,
      environmentId,
      published: published === null ? null : plan.context.contextRef,
      retryOf: null,
      origin: origin === undefined ? null : { ...(origin as object) },
    };
    const id = await this.starter.start({ plan, workspace, facts }, context);
    return this.views.byId(id, context);
  }
}

/** What is published with scenarios is what they evaluate. */
function requirePublishedContext({ published, context }: StartEvalInput): void {
  if (published === undefined) return;
  if (context?.type !== 'plugin' || context.ref !== published)
    throw invalidInput({
      what: '`published` names another plugin than `context`.',
      hint: 'Leave it out, or evaluate the version that was published.',
    });
}

@injectable()
export class RetryEvalHandler implements Handler<RetryEvalRunInput, EvalRunView> {
  constructor(
    @inject(workspaceDirectoryKey) private readonly workspaces: WorkspaceDirectory,
    @inject(EvalsSwitch) private readonly evalsSwitch: EvalsSwitch,
    @inject(heldEnvironmentsKey) private readonly environments: HeldEnvironments,
    @inject(Planner) private readonly planner: Planner,
    @inject(RunStarter) private readonly starter: RunStarter,
    @inject(RunViews) private readonly views: RunViews,
  ) {}

  async run(input: RetryEvalRunInput, context: Context): Promise<EvalRunView> {
    const run = runTarget(context);
    requireFailed(run);
    const workspace = await this.workspaces.find(run.workspaceId);
    if (workspace === null) throw notFound({ kind: 'workspace', id: run.workspaceId });
    await this.evalsSwitch.require(workspace);
    const { settings, bundleSha256, projectId, label, published, origin } = run;
    const environmentId = input.environment?.toLowerCase() ?? run.environmentId;
    await this.#requireEnvironment(run, environmentId);
    const { caller, signal } = context;
    const plan = await this.planner.plan({
      workspace,
      caller,
      signal,
      settings,
      bundleSha256,
      environmentId,
      context: undefined,
      retryOf: run,
    });
    const retryOf = run.id;
    const facts = { projectId, label, bundleSha256, environmentId, published, retryOf, origin };
    const id = await this.starter.start({ plan, workspace, facts }, context);
    return this.views.byId(id, context);
  }

  async #requireEnvironment({ id, workspaceId }: EvalRun, environmentId: string | null) {
    try {
      await this.environments.fingerprint({ environmentId, workspaceId });
    } catch (error) {
      throw environmentGone.is(error) ? retryNeedsEnvironment({ id }) : error;
    }
  }
}

function requireFailed({ id, state }: EvalRun): void {
  if (state === 'failed') return;
  const allowed = state === 'completed' ? [] : ['cancel'];
  throw wrongState({ kind: 'evaluation', id, state, event: 'retry', allowed });
}
