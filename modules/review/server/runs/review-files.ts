import { hostKey, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { EntityManager } from 'typeorm';
import type { Attempt, DrivenObject, RunWork, WriteResult } from '../../../jobs/contract/db.js';
import { blobStoreKey, type BlobStore } from '../../../persistence/contract/blob-store.js';
import { readDatabaseKey, type ReadDatabase } from '../../../persistence/contract/db.js';
import { contentsKey, type ContentsReader } from '../../../registry/contract/contents.js';
import { reviewRunMachine } from '../../contract/review-run.machine.js';
import { Analyser } from '../analysis/analyser.js';
import { textsOf } from './model-findings.js';
import { ModelReviewer } from './model-reviewer.js';
import { outcomeOf } from './outcome.js';
import { ModelReviewJob, ReviewJob, ReviewRun } from './review-run.entity.js';
import { withModel, type StoredReport } from './stored-report.js';
import { readSuppressions } from './suppressions.js';

type Job = ReviewJob | ModelReviewJob;

/** Attempts of a review. An unavailable model may fail all but the last, which ends undecided. */
const ATTEMPTS = 3;

@injectable()
class ReviewFiles implements RunWork<Job> {
  constructor(
    @inject(readDatabaseKey) private readonly reads: ReadDatabase,
    @inject(blobStoreKey) private readonly blobs: BlobStore,
    @inject(contentsKey) private readonly contents: ContentsReader,
    @inject(Analyser) private readonly analyser: Analyser,
    @inject(ModelReviewer) private readonly modelReviewer: ModelReviewer,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  async perform(job: Job, { signal }: Attempt): Promise<WriteResult | undefined> {
    const run = await this.reads.manager.findOneBy(ReviewRun, { id: job.reviewId });
    if (run?.bundleSha256 == null) return undefined;
    const report = await this.reportOf(run, job, signal);
    const engine = await this.analyser.engine();
    const finishedAt = this.host.clock();
    const { sha256 } = await this.blobs.put(Buffer.from(JSON.stringify(report)));
    this.host.fault?.('review.report-stored');
    return async (manager) => {
      const { verdict, overallSeverity } = outcomeOf(report, finishedAt);
      await manager.update(ReviewRun, run.id, {
        reportSha256: sha256,
        bundleSha256: null,
        verdict,
        overallSeverity,
        engine: run.model === null ? engine : Object.assign({ model: run.model }, engine),
        ruleset: engine.ruleset,
        startedAt: job.startedAt,
        finishedAt,
      });
    };
  }

  /** The archive of a failed run is kept, so that the run can be tried again. */
  async ended(job: Job, manager: EntityManager): Promise<void> {
    const { reviewId, state, error, startedAt, finishedAt } = job;
    await manager.update(ReviewRun, reviewId, {
      error: state === 'failed' ? error : null,
      startedAt,
      finishedAt,
      ...(state === 'cancelled' && { bundleSha256: null }),
    });
  }

  private async reportOf(
    { bundleSha256, model, workspaceId }: ReviewRun,
    { failures }: Job,
    signal: AbortSignal,
  ): Promise<StoredReport> {
    const archive = await this.blobs.read(bundleSha256 ?? '');
    const { report, texts } = await this.contents.inspect(archive, signal, async ({ files }) => ({
      report: {
        ...(await this.analyser.analyse(files, signal)),
        suppressions: readSuppressions(files),
      },
      texts: model === null ? [] : textsOf(files),
    }));
    if (model === null) return report;
    // the memory of the files is released first, because a model may take minutes
    const asked = { workspaceId, signal, again: failures < ATTEMPTS - 1 };
    return withModel(report, await this.modelReviewer.review(texts, asked));
  }
}

/** The status of a review follows that of its job. */
const drives: DrivenObject<Job> = {
  entity: ReviewRun,
  machine: reviewRunMachine,
  idOf: ({ reviewId }) => reviewId,
  events: {
    claimed: 'start',
    triedAgain: 'wait',
    leaseExpired: 'wait',
    handedBack: 'wait',
    completed: 'complete',
    failed: 'fail',
    cancelled: 'cancel',
    retried: 'retry',
  },
};

export const securityReviews = { entity: ReviewJob, work: ReviewFiles, drives };
export const modelReviews = { entity: ModelReviewJob, work: ReviewFiles, drives };
