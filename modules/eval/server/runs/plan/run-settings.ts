import { invalidInput } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { entitlementsKey, type Entitlements } from '../../../../billing/contract/credits.js';
import { upgradeRequired } from '../../../../billing/contract/errors.js';
import type { WorkspaceSummary } from '../../../../identity/contract/access.js';
import {
  heldEnvironmentsKey,
  type HeldEnvironments,
} from '../../../../launch/contract/held-environments.js';
import type { LaunchAgentFacts } from '../../../../launch/contract/launch-agents.js';
import { modelNotConfigured, modelsKey, type Models } from '../../../../models/contract/index.js';
import { chosenAgents } from '../../../agents/chosen-agents.js';
import type { EvalPlanInput } from '../../../contract/run-inputs.js';
import type { Variant } from '../../../contract/words.js';
import type { EvalSettings } from '../eval-run.entity.js';
import { USUAL_ENVIRONMENT } from './usual-environment.js';

/** What a request says about how cells are solved and scored. */
export type AskedSettings = Pick<EvalPlanInput, keyof EvalPlanInput>;

/** How people give keys to agents. */
const WAYS = `\`svc env create ${USUAL_ENVIRONMENT} --file <file>\` for all evaluations of the workspace, or --env-file for one`;

/** Who solves and scores, from what a request says and the defaults. */
@injectable()
export class RunSettings {
  constructor(
    @inject(modelsKey) private readonly models: Models,
    @inject(entitlementsKey) private readonly entitlements: Entitlements,
    @inject(heldEnvironmentsKey) private readonly environments: HeldEnvironments,
  ) {}

  /** Throws `invalid_input`, and `upgrade_required` for a model that is not the default one. */
  async of(asked: AskedSettings, workspace: WorkspaceSummary): Promise<EvalSettings> {
    const variants = variantsOf(asked);
    const configured = await this.models.configured(workspace.id);
    const agents = chosenAgents(asked, configured);
    const { model, scorerModel } = asked;
    const named = { ...asked, model: undefined, scorerModel: undefined };
    const others = chosenAgents(named, configured);
    if (
      (model !== undefined && model !== others.model) ||
      (scorerModel !== undefined && scorerModel !== others.scorerModel)
    )
      await this.#requirePaid(workspace);
    return { ...agents, variants, runs: asked.runs ?? 1, skills: [], ...flagsOf(asked) };
  }

  async #requirePaid({ organizationId }: WorkspaceSummary): Promise<void> {
    if (!(await this.entitlements.paid(organizationId)))
      throw upgradeRequired({ feature: 'Another model than the default one' });
  }

  /**
   * Makes sure that everybody who works on the cells can begin. `judged`: whether a judge is asked. Throws `agent_not_launchable`, `agent_key_missing`,
   * `model_not_configured`, and `not_found` for the environment. Answers what is known of who solves.
   */
  async requireAgents(
    { agent, scorerAgent, scorerModel }: EvalSettings,
    of: { readonly environmentId: string | null; readonly workspaceId: string },
    judged: boolean,
  ): Promise<LaunchAgentFacts> {
    const request = { ...of, ways: WAYS };
    const facts = await this.environments.requireAgent({ ...request, agent });
    if (!judged) return facts;
    if (scorerAgent !== 'model')
      await this.environments.requireAgent({ ...request, agent: scorerAgent });
    else if (scorerModel === null || (await this.models.configured(of.workspaceId)) === undefined)
      throw modelNotConfigured({
        model: 'The judge',
        why: 'cannot be asked: the workspace has no model',
        hint: '`svc workspace model set` configures one; --skip-scoring solves without scores, and criteria with a `check` need no judge.',
      });
    return facts;
  }
}

function flagsOf({
  skipForcedContextActivation = false,
  skipScoring = false,
  qualityCheck = false,
  force = false,
}: AskedSettings) {
  return { skipForcedContextActivation, skipScoring, qualityCheck, force };
}

function variantsOf({ context, skipBaseline = false }: AskedSettings): readonly Variant[] {
  if (context === undefined && skipBaseline)
    throw invalidInput({
      what: 'Without a context and without the baseline there is nothing to run.',
      hint: 'Name a context, or run the baseline.',
    });
  if (context === undefined) return ['baseline'];
  return skipBaseline ? ['with-context'] : ['baseline', 'with-context'];
}
