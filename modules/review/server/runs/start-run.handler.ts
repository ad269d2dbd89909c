import { randomUUID } from 'node:crypto';
import {
  hostKey,
  notAvailableYet,
  type Context,
  type Handler,
  type HostInfo,
} from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import {
  workspaceDirectoryKey,
  type LocatedWorkspace,
  type WorkspaceDirectory,
  type WorkspaceSummary,
} from '../../../identity/contract/access.js';
import { jobsKey, type Jobs } from '../../../jobs/contract/db.js';
import { blobStoreKey, type BlobStore } from '../../../persistence/contract/blob-store.js';
import { unitOfWorkKey, type UnitOfWork } from '../../../persistence/contract/db.js';
import { contentsKey, type ContentsReader } from '../../../registry/contract/contents.js';
import { readUpload } from '../../../registry/contract/read-upload.js';
import { nothingToReview } from '../../contract/errors.js';
import type { StartReviewInput } from '../../contract/inputs.js';
import { reviewRunMachine } from '../../contract/review-run.machine.js';
import type { ReviewRunView } from '../../contract/review-run-view.js';
import { EarlierRuns } from './earlier-runs.js';
import { ModelReviewer } from './model-reviewer.js';
import { jobEntityOf, ReviewRun } from './review-run.entity.js';
import { nameOf } from './run-locator.js';
import { RunViews } from './run-views.js';
import { Subjects } from './subjects.js';

@injectable()
export class StartRunHandler implements Handler<StartReviewInput, ReviewRunView> {
  constructor(
    @inject(contentsKey) private readonly contents: ContentsReader,
    @inject(Subjects) private readonly subjects: Subjects,
    @inject(EarlierRuns) private readonly earlier: EarlierRuns,
    @inject(ModelReviewer) private readonly modelReviewer: ModelReviewer,
    @inject(blobStoreKey) private readonly blobs: BlobStore,
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(workspaceDirectoryKey) private readonly workspaces: WorkspaceDirectory,
    @inject(jobsKey) private readonly jobs: Jobs,
    @inject(RunViews) private readonly views: RunViews,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  async run(input: StartReviewInput, context: Context): Promise<ReviewRunView> {
    if ((input.kind ?? 'quality') === 'quality')
      throw notAvailableYet({ what: 'The review of quality' });
    const archive = await readUpload(context.upload);
    const { subject, fingerprint } = await this.contents.inspect(
      archive,
      context.signal,
      async (contents) => {
        if (contents.files.length === 0) throw nothingToReview();
        const subject = await this.subjects.of(contents, input.name);
        return { fingerprint: contents.fingerprint, subject };
      },
    );
    const { value: workspace } = context.target as LocatedWorkspace;
    const model = await this.modelReviewer.modelFor(workspace.id);
    const run = this.newRun(input, workspace, { subject, fingerprint, model });
    context.auditSubject?.({ kind: 'reviewRun', id: run.id, name: nameOf(subject) });
    const reused =
      input.force === true
        ? undefined
        : await this.earlier.resultFor(workspace.id, fingerprint, model);
    const stored = reused ?? { bundleSha256: (await this.blobs.put(archive)).sha256 };
    this.host.fault?.('review.bundle-stored');
    await this.unitOfWork.run(async (manager) => {
      await this.workspaces.hold(workspace.id);
      const jobId =
        reused === undefined
          ? await this.jobs.enqueue(jobEntityOf(run), { reviewId: run.id })
          : null;
      await manager.insert(ReviewRun, { ...run, ...stored, jobId });
    });
    return this.views.byId(run.id, context);
  }

  private newRun(
    { label }: StartReviewInput,
    { id: workspaceId, organizationId }: WorkspaceSummary,
    of: Pick<ReviewRun, 'subject' | 'fingerprint' | 'model'>,
  ) {
    return {
      ...of,
      id: randomUUID(),
      workspaceId,
      organizationId,
      type: 'security' as const,
      state: reviewRunMachine.initial,
      version: 1,
      label: label ?? null,
      createdAt: this.host.clock(),
    };
  }
}
