import { hostKey, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { EntityManager } from 'typeorm';
import type { Attempt, RunWork, WriteResult } from '../../../jobs/contract/db.js';
import { blobStoreKey, type BlobStore } from '../../../persistence/contract/blob-store.js';
import { readDatabaseKey, type ReadDatabase } from '../../../persistence/contract/db.js';
import {
  contentsKey,
  type ArchiveContents,
  type ContentsReader,
} from '../../../registry/contract/contents.js';
import type { QualityReport } from '../../quality/report.js';
import { Analyser } from '../analysis/analyser.js';
import { drives } from '../runs/drives.js';
import { JudgeJob, QualityJob, VersionQualityJob, type RunJob } from '../runs/jobs.entity.js';
import { prices } from '../runs/prices.js';
import { ReviewRun } from '../runs/review-run.entity.js';
import { RunQueue } from '../runs/run-queue.js';
import { JudgedVersions } from './judged-versions.js';
import { StoredScores } from '../publishing/stored-scores.js';
import { ModelJudge } from './model-judge.js';
import { Reviewers } from './reviewers.js';
import { subjectFiles } from './sent-reviewer.js';

@injectable()
class ReviewQuality implements RunWork<RunJob> {
  constructor(
    @inject(readDatabaseKey) private readonly reads: ReadDatabase,
    @inject(blobStoreKey) private readonly blobs: BlobStore,
    @inject(contentsKey) private readonly contents: ContentsReader,
    @inject(Analyser) private readonly analyser: Analyser,
    @inject(Reviewers) private readonly reviewers: Reviewers,
    @inject(ModelJudge) private readonly judge: ModelJudge,
    @inject(JudgedVersions) private readonly judgedVersions: JudgedVersions,
    @inject(StoredScores) private readonly scores: StoredScores,
    @inject(RunQueue) private readonly queue: RunQueue,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  async perform(job: RunJob, attempt: Attempt): Promise<WriteResult | undefined> {
    const run = await this.reads.manager.findOneBy(ReviewRun, { id: job.reviewId });
    if (run === null) return undefined;
    const { report, fingerprint } = await this.#report(run, attempt);
    const { sha256 } = await this.blobs.put(Buffer.from(JSON.stringify(report)));
    this.host.fault?.('review.report-stored');
    const result = {
      reportSha256: sha256,
      reviewScore: report.reviewScore,
      fingerprint,
      // another version of the program may have queued it
      engine: run.model === null ? await this.analyser.qualityEngine() : run.engine,
    };
    const judged = await this.judgedVersions.after(run, report, fingerprint);
    return async (manager) => {
      // before the credits: publishing locks the plugin first, and the credits then
      await this.scores.reviewed(run, report.reviewScore);
      const isJudged = await judged(manager);
      // a review that is followed by that of a judge is a part of it
      const used = isJudged ? 0 : usedFor(report, run.credits);
      const ruleset = result.engine?.ruleset ?? null;
      await this.queue.complete(manager, { run, job, used }, { ...result, ruleset });
    };
  }

  ended(job: RunJob, manager: EntityManager): Promise<void> {
    return this.queue.end(manager, job);
  }

  async #report(
    run: ReviewRun,
    attempt: Attempt,
  ): Promise<{ readonly report: QualityReport; readonly fingerprint: string }> {
    const { signal } = attempt;
    const { workspaceId, model } = run;
    const reviewer = model === null ? undefined : await this.reviewers.ofRun(run);
    const read = await this.#open(run, signal, async ({ files: all, fingerprint }) => {
      const files = subjectFiles(all);
      const report = await this.analyser.assess(files, signal);
      const subjects = reviewer && this.judge.subjects(report, files, reviewer);
      return { report, fingerprint, subjects };
    });
    const { report, fingerprint, subjects } = read;
    if (model === null || reviewer === undefined || subjects === undefined)
      return { report, fingerprint };
    // the memory of the archive is released first, because a model may take minutes
    const judged = await this.judge.judge(report, subjects, {
      reviewer,
      workspaceId,
      model,
      signal,
      progress: (done, total) =>
        attempt.progress({ text: 'the skills', phase: 'Judging', done, total }),
    });
    return { report: judged, fingerprint };
  }

  async #open<T>(
    { versionId, bundleSha256 }: ReviewRun,
    signal: AbortSignal,
    use: (contents: ArchiveContents) => Promise<T>,
  ): Promise<T> {
    if (versionId !== null) return this.contents.read({ versionId }, signal, use);
    return this.contents.inspect(await this.blobs.read(bundleSha256 ?? ''), signal, use);
  }
}

/** Where no skill passed the checks, no judge was asked. */
function usedFor({ skills }: QualityReport, credits: number): number {
  if (skills.length === 0) return 0;
  const isScored = skills.some(({ reviewScore }) => reviewScore !== null);
  return isScored ? credits : Math.min(credits, prices.quality);
}

export const qualityReviews = { entity: QualityJob, work: ReviewQuality, drives };
export const versionQualityReviews = { entity: VersionQualityJob, work: ReviewQuality, drives };
export const judgedReviews = { entity: JudgeJob, work: ReviewQuality, drives };
