import { hostKey, type Context, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import {
  workspaceDirectoryKey,
  type WorkspaceDirectory,
} from '../../../identity/contract/access.js';
import { jobsKey, type Jobs } from '../../../jobs/contract/db.js';
import { blobStoreKey, type BlobStore } from '../../../persistence/contract/blob-store.js';
import { readDatabaseKey, type ReadDatabase } from '../../../persistence/contract/db.js';
import { isOver } from '../../contract/review-run.machine.js';
import type {
  ReviewRunListed,
  ReviewRunSummary,
  ReviewRunView,
  SecurityResult,
} from '../../contract/review-run-view.js';
import type { QualityReport } from '../../quality/report.js';
import { fixResultOf, type StoredFix } from '../fix/stored-fix.js';
import { qualityPartsOf } from '../quality/quality-parts.js';
import { dayOf, outcomeOf } from './outcome.js';
import { jobEntityOf } from './job-of-run.js';
import { ReviewRun } from './review-run.entity.js';
import type { StoredReport } from './stored-report.js';
import { idleEntries } from './suppressions.js';

type Asked = Pick<Context, 'origin' | 'signal'>;

/** Shows reviews. */
@injectable()
export class RunViews {
  constructor(
    @inject(readDatabaseKey) private readonly reads: ReadDatabase,
    @inject(jobsKey) private readonly jobs: Jobs,
    @inject(blobStoreKey) private readonly blobs: BlobStore,
    @inject(hostKey) private readonly host: HostInfo,
    @inject(workspaceDirectoryKey) private readonly workspaces: WorkspaceDirectory,
  ) {}

  /** The review as it is now; with `wait`, as it is at its end or after that many seconds. */
  async current(run: ReviewRun, asked: Asked, wait = 0): Promise<ReviewRunView> {
    if (isOver(run.state) || run.jobId === null || wait === 0) return this.of(run, asked);
    await this.jobs.look(jobEntityOf(run), run.jobId, { wait, signal: asked.signal });
    return this.byId(run.id, asked);
  }

  /** After a change. */
  async byId(id: string, asked: Asked): Promise<ReviewRunView> {
    return this.of(await this.reads.manager.findOneByOrFail(ReviewRun, { id }), asked);
  }

  /** Reads the row of the job only while it works, for its progress. */
  async of(run: ReviewRun, { origin }: Asked): Promise<ReviewRunView> {
    const progress =
      run.state === 'running' && run.jobId !== null
        ? (await this.jobs.look(jobEntityOf(run), run.jobId)).progress
        : null;
    return Object.assign(summaryOf(run, origin), {
      workspace: await this.workspaces.nameOf(run.workspaceId),
      progress,
      ...(await this.#partsOf(run)),
    });
  }

  async #partsOf(run: ReviewRun) {
    const { type } = run;
    const none = { security: null, review: null, fix: null };
    const stored = await this.#reportOf(run);
    if (type === 'fix') return { ...none, fix: fixResultOf(run, stored as StoredFix | undefined) };
    if (stored === undefined) return none;
    if (type === 'quality') return { ...none, ...qualityPartsOf(stored as QualityReport) };
    return { ...none, security: securityOf(stored as StoredReport, this.host.clock()) };
  }

  /** `undefined` before the run is completed. */
  async #reportOf({ reportSha256 }: ReviewRun): Promise<unknown> {
    if (reportSha256 === null) return undefined;
    const bytes = await this.blobs.read(reportSha256);
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  }
}

function securityOf(report: StoredReport, now: Date): SecurityResult {
  const { verdict, overallSeverity, findings, suppressed } = outcomeOf(report, now);
  const { omitted, files, capabilities, suppressions, undecided = null } = report;
  const idle = idleEntries(suppressions, {
    today: dayOf(now),
    // a finding that was left out may be the one that an entry names
    known: omitted > 0 ? undefined : new Set(findings.map(({ fingerprint }) => fingerprint)),
  });
  return {
    verdict,
    overallSeverity,
    findings,
    undecided,
    omitted,
    suppressed,
    files,
    capabilities,
    warnings: [...suppressions.warnings, ...idle],
  };
}

export function listedOf(run: ReviewRun, origin: string | undefined): ReviewRunListed {
  const { verdict, overallSeverity, reviewScore } = run;
  return Object.assign(summaryOf(run, origin), { verdict, overallSeverity, reviewScore });
}

function summaryOf(run: ReviewRun, origin: string | undefined): ReviewRunSummary {
  const {
    id: reviewRunId,
    type,
    state: status,
    subject,
    versionId,
    label,
    engine,
    error: failureReason,
  } = run;
  const named = subject.type === 'skill' ? subject : { ...subject, registryUrl: origin ?? null };
  return {
    reviewRunId,
    type,
    status,
    subject: named,
    versionId,
    label,
    createdAt: run.createdAt.toISOString(),
    startedAt: run.startedAt?.toISOString() ?? null,
    finishedAt: run.finishedAt?.toISOString() ?? null,
    reusedFromReviewRunId: run.reusedFrom,
    engine,
    failureReason,
  };
}
