import { hostKey, type Context, type Handler, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { EntityManager } from 'typeorm';
import {
  workspaceDirectoryKey,
  type LocatedWorkspace,
  type WorkspaceDirectory,
  type WorkspaceSummary,
} from '../../../identity/contract/access.js';
import { unitOfWorkKey, type UnitOfWork } from '../../../persistence/contract/db.js';
import { readUpload } from '../../../registry/contract/read-upload.js';
import type { StartReviewInput } from '../../contract/inputs.js';
import type { ReviewRunView } from '../../contract/review-run-view.js';
import { Analyser } from '../analysis/analyser.js';
import { ChosenJudges, refuseForSecurity, type ChosenJudge } from '../quality/chosen-judge.js';
import { EarlierRuns, type Reviewed } from './earlier-runs.js';
import { ModelReviewer } from './model-reviewer.js';
import type { ReviewRun } from './review-run.entity.js';
import { nameOf } from './run-locator.js';
import { RunQueue, type NewRun } from './run-queue.js';
import { RunViews } from './run-views.js';
import { SentFiles } from './sent-files.js';

type Beginning = NewRun & Reviewed & Pick<ReviewRun, 'subject'>;

@injectable()
export class StartRunHandler implements Handler<StartReviewInput, ReviewRunView> {
  constructor(
    @inject(SentFiles) private readonly sent: SentFiles,
    @inject(ChosenJudges) private readonly judges: ChosenJudges,
    @inject(Analyser) private readonly analyser: Analyser,
    @inject(ModelReviewer) private readonly modelReviewer: ModelReviewer,
    @inject(EarlierRuns) private readonly earlier: EarlierRuns,
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(workspaceDirectoryKey) private readonly workspaces: WorkspaceDirectory,
    @inject(RunQueue) private readonly queue: RunQueue,
    @inject(RunViews) private readonly views: RunViews,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  async run(input: StartReviewInput, context: Context): Promise<ReviewRunView> {
    const { value: workspace } = context.target as LocatedWorkspace;
    const type = input.kind ?? 'quality';
    if (type === 'quality') await this.judges.requirePlan(input, owners(workspace));
    else refuseForSecurity(input);
    const archive = await readUpload(context.upload);
    const read = { name: input.name, request: type === 'quality' ? input : undefined };
    const { judge, ...sent } = await this.sent.read(archive, read, context);
    const by = judge ?? (await this.#security(workspace));
    const run = {
      ...sent,
      ...owners(workspace),
      type,
      label: input.label ?? null,
      model: by.model,
      ruleset: by.engine.ruleset,
    };
    const reused = input.force === true ? undefined : await this.earlier.resultFor(run);
    const stored = reused === undefined ? await this.sent.store(archive, by) : reused;
    this.host.fault?.('review.bundle-stored');
    const id = await this.#begin({ ...run, ...stored }, input.force === true, context);
    return this.views.byId(id, context);
  }

  /** Answers the id of the run: of the new one, or of the same that is going on. */
  async #begin(run: Beginning, force: boolean, context: Context): Promise<string> {
    const id = await this.unitOfWork.run(async (manager) => {
      const begun = await this.#queue(manager, run, force);
      // the audit log is written with the run
      context.auditSubject?.({ kind: 'reviewRun', id: begun, name: nameOf(run.subject) });
      return begun;
    });
    this.host.fault?.('review.run-queued');
    return id;
  }

  async #queue(manager: EntityManager, run: Beginning, force: boolean): Promise<string> {
    await this.workspaces.hold(run.workspaceId);
    if (run.reusedFrom === undefined)
      return this.queue.beginUnless(manager, run, async () =>
        force ? null : this.earlier.goingOn(manager, run),
      );
    await this.queue.insert(manager, run);
    return run.id;
  }

  async #security({ id }: WorkspaceSummary): Promise<ChosenJudge> {
    const model = await this.modelReviewer.modelFor(id);
    return { engine: await this.analyser.engine(), model };
  }
}

const owners = ({ id: workspaceId, organizationId }: WorkspaceSummary) => ({
  workspaceId,
  organizationId,
});
