import { createHash } from 'node:crypto';
import { hostKey, type Caller, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { entitlementsKey, type Entitlements } from '../../../billing/contract/credits.js';
import { upgradeRequired } from '../../../billing/contract/errors.js';
import { modelNotConfigured, modelsKey, type Models } from '../../../models/contract/index.js';
import { contentsKey, type ContentsReader } from '../../../registry/contract/contents.js';
import { notForSecurity } from '../../contract/errors.js';
import type { StartFixInput } from '../../contract/inputs.js';
import type { ReviewEngine } from '../../contract/review-run-view.js';
import { REVIEWER_FOLDER } from '../../contract/reviewers.js';
import { readReviewer } from '../../quality/reviewers/read-reviewer.js';
import { DEFAULT_REVIEWER, type Reviewer } from '../../quality/reviewers/reviewer.js';
import { Analyser } from '../analysis/analyser.js';
import { ModelJudge } from './model-judge.js';
import { Reviewers } from './reviewers.js';
import { isOfReviewer } from './sent-reviewer.js';

/** What a request says about who judges. */
export type JudgeRequest = Pick<StartFixInput, 'reviewPlugin' | 'reviewPluginSent' | 'model'>;

/** Who scores the skills of a run. */
export interface ChosenJudge {
  readonly engine: ReviewEngine;
  /** `null` if no model is asked. */
  readonly model: string | null;
  /** The reviewer, if it is not the default one. */
  readonly reviewer?: Reviewer;
}

interface Asked {
  readonly workspaceId: string;
  readonly caller: Caller;
  readonly signal: AbortSignal;
  /** The files that were sent. */
  readonly files: readonly { readonly path: string; readonly content: Uint8Array }[];
}

/** Decides who scores: the program alone, or a model by the rubrics of a reviewer. */
@injectable()
export class ChosenJudges {
  constructor(
    @inject(modelsKey) private readonly models: Models,
    @inject(entitlementsKey) private readonly entitlements: Entitlements,
    @inject(contentsKey) private readonly contents: ContentsReader,
    @inject(Reviewers) private readonly reviewers: Reviewers,
    @inject(ModelJudge) private readonly judge: ModelJudge,
    @inject(Analyser) private readonly analyser: Analyser,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  /** To be called before anything is read (specification, "Errors"). Throws `upgrade_required`. */
  async requirePlan(
    request: JudgeRequest,
    of: { readonly workspaceId: string; readonly organizationId: string },
  ): Promise<void> {
    const feature = await this.#paidFeature(request, of.workspaceId);
    if (feature !== undefined && !(await this.entitlements.paid(of.organizationId)))
      throw upgradeRequired({ feature });
  }

  /** Throws the errors of reading a reviewer, and `model_not_configured` if one was asked for. */
  async choose(request: JudgeRequest, asked: Asked): Promise<ChosenJudge> {
    const configured = await this.models.configured(asked.workspaceId);
    const named = isCustom(request) || request.model !== undefined;
    if (configured === undefined && named)
      throw modelNotConfigured({
        model: isCustom(request) ? 'A reviewer of your own' : `The model ${request.model ?? ''}`,
        why: 'cannot be asked: the workspace has no model',
        hint: '`svc workspace model set` configures one; the operator of the server may set SVC_MODEL.',
      });
    if (configured === undefined)
      return { engine: await this.analyser.qualityEngine(), model: null };
    const model = request.model ?? configured;
    const reviewer = await this.#reviewer(request, asked);
    const engine = await this.#engine(reviewer, model);
    return { engine, model, ...(reviewer.ref !== DEFAULT_REVIEWER && { reviewer }) };
  }

  /** The judgement by the default reviewer; `undefined` if the workspace has no model. */
  async byModel(workspaceId: string) {
    const model = await this.models.configured(workspaceId);
    if (model === undefined) return undefined;
    return { model, engine: await this.#engine(await this.reviewers.named(), model) };
  }

  async #paidFeature(request: JudgeRequest, workspaceId: string): Promise<string | undefined> {
    if (isCustom(request)) return 'A reviewer of your own';
    const { model } = request;
    if (model === undefined || model === (await this.models.configured(workspaceId)))
      return undefined;
    return 'Another model than the default one';
  }

  async #reviewer(request: JudgeRequest, { files, caller, signal }: Asked): Promise<Reviewer> {
    const { reviewPlugin = DEFAULT_REVIEWER, reviewPluginSent = false } = request;
    if (reviewPluginSent) {
      const sent = files
        .filter(({ path }) => isOfReviewer(path))
        .map(({ path, content }) => ({ path: path.slice(REVIEWER_FOLDER.length), content }));
      return readReviewer(sent, 'local');
    }
    if (!reviewPlugin.includes('/')) return this.reviewers.named(reviewPlugin);
    const ref = reviewPlugin.includes('@') ? reviewPlugin : `${reviewPlugin}@latest`;
    return this.contents.read({ ref, caller }, signal, ({ files: read, tile, version }) =>
      Promise.resolve(readReviewer(read, `${tile.fullName}@${version.semver}`)),
    );
  }

  async #engine(reviewer: Reviewer, model: string): Promise<ReviewEngine> {
    const { rubricHash, promptHash } = this.judge.engine(reviewer, model);
    const { ruleset } = await this.analyser.qualityEngine();
    const parts = [ruleset, reviewer.ref, model, rubricHash, promptHash];
    return {
      name: 'svc-judge',
      version: this.host.version,
      ruleset: createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16),
      model,
      reviewer: reviewer.ref,
      rubricHash,
      promptHash,
    };
  }
}

const isCustom = ({ reviewPlugin = DEFAULT_REVIEWER, reviewPluginSent = false }: JudgeRequest) =>
  reviewPluginSent || reviewPlugin !== DEFAULT_REVIEWER;

/** Refuses what only quality reviews take. */
export function refuseForSecurity(request: JudgeRequest): void {
  for (const field of ['reviewPlugin', 'reviewPluginSent', 'model'] as const)
    if (request[field] !== undefined) throw notForSecurity({ field });
}
