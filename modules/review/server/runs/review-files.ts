import { hostKey, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { EntityManager } from 'typeorm';
import type { Attempt, RunWork, WriteResult } from '../../../jobs/contract/db.js';
import { blobStoreKey, type BlobStore } from '../../../persistence/contract/blob-store.js';
import { readDatabaseKey, type ReadDatabase } from '../../../persistence/contract/db.js';
import { contentsKey, type ContentsReader } from '../../../registry/contract/contents.js';
import { Analyser } from '../analysis/analyser.js';
import { drives } from './drives.js';
import { textsOf } from './model-findings.js';
import { ModelReviewer } from './model-reviewer.js';
import { outcomeOf } from './outcome.js';
import { ModelReviewJob, ReviewJob, type RunJob } from './jobs.entity.js';
import { ReviewRun } from './review-run.entity.js';
import { RunQueue } from './run-queue.js';
import { withModel, type StoredReport } from './stored-report.js';
import { readSuppressions } from './suppressions.js';

/** Attempts of a review. An unavailable model may fail all but the last, which ends undecided. */
const ATTEMPTS = 3;

@injectable()
class ReviewFiles implements RunWork<RunJob> {
  constructor(
    @inject(readDatabaseKey) private readonly reads: ReadDatabase,
    @inject(blobStoreKey) private readonly blobs: BlobStore,
    @inject(contentsKey) private readonly contents: ContentsReader,
    @inject(Analyser) private readonly analyser: Analyser,
    @inject(ModelReviewer) private readonly modelReviewer: ModelReviewer,
    @inject(RunQueue) private readonly queue: RunQueue,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  async perform(job: RunJob, { signal }: Attempt): Promise<WriteResult | undefined> {
    const run = await this.reads.manager.findOneBy(ReviewRun, { id: job.reviewId });
    if (run?.bundleSha256 == null) return undefined;
    const report = await this.reportOf(run, job, signal);
    const engine = await this.analyser.engine();
    const { sha256 } = await this.blobs.put(Buffer.from(JSON.stringify(report)));
    this.host.fault?.('review.report-stored');
    return async (manager) => {
      const { verdict, overallSeverity } = outcomeOf(report, this.host.clock());
      await this.queue.complete(
        manager,
        { run, job },
        {
          reportSha256: sha256,
          verdict,
          overallSeverity,
          engine: run.model === null ? engine : Object.assign({ model: run.model }, engine),
          ruleset: engine.ruleset,
        },
      );
    };
  }

  ended(job: RunJob, manager: EntityManager): Promise<void> {
    return this.queue.end(manager, job);
  }

  private async reportOf(
    { bundleSha256, model, workspaceId }: ReviewRun,
    { failures }: RunJob,
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

export const securityReviews = { entity: ReviewJob, work: ReviewFiles, drives };
export const modelReviews = { entity: ModelReviewJob, work: ReviewFiles, drives };
