import { createHash } from 'node:crypto';
import { hostKey, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { EntityManager } from 'typeorm';
import type { Attempt, RunWork, WriteResult } from '../../../jobs/contract/db.js';
import { blobStoreKey, type BlobStore } from '../../../persistence/contract/blob-store.js';
import { readDatabaseKey, type ReadDatabase } from '../../../persistence/contract/db.js';
import { contentsKey, type ContentsReader } from '../../../registry/contract/contents.js';
import { pluginFormatKey, type PluginFormat } from '../../../registry/contract/plugin-format.js';
import type { FixedFileView } from '../../contract/fix-view.js';
import type { BundleFile } from '../../engine/analyse.js';
import type { Optimised } from '../../quality/fixes/optimise.js';
import { unifiedDifferences } from '../../quality/fixes/differences.js';
import { filesOfSkill, textOf } from '../../quality/fixes/skill-texts.js';
import { subjectFiles } from '../quality/sent-reviewer.js';
import { drives } from '../runs/drives.js';
import { FixJob, ModelFixJob, type RunJob } from '../runs/jobs.entity.js';
import { prices } from '../runs/prices.js';
import { ReviewRun } from '../runs/review-run.entity.js';
import { RunQueue } from '../runs/run-queue.js';
import { FixLoop } from './fix-loop.js';
import type { SkillReview } from './skill-reviews.js';
import type { StoredFix } from './stored-fix.js';

type Files = readonly BundleFile[];

/** What a run has made. */
interface Made {
  readonly fix: StoredFix;
  readonly archive: Uint8Array;
}

@injectable()
class FixSkill implements RunWork<RunJob> {
  constructor(
    @inject(readDatabaseKey) private readonly reads: ReadDatabase,
    @inject(blobStoreKey) private readonly blobs: BlobStore,
    @inject(contentsKey) private readonly contents: ContentsReader,
    @inject(pluginFormatKey) private readonly format: PluginFormat,
    @inject(FixLoop) private readonly loop: FixLoop,
    @inject(RunQueue) private readonly queue: RunQueue,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  async perform(job: RunJob, attempt: Attempt): Promise<WriteResult | undefined> {
    const run = await this.reads.manager.findOneBy(ReviewRun, { id: job.reviewId });
    if (run?.bundleSha256 == null) return undefined;
    const archive = await this.blobs.read(run.bundleSha256);
    const made = await this.#made(archive, run, attempt);
    const report = Buffer.from(JSON.stringify(made.fix));
    const [stored, improved] = await this.blobs.putAll([report, made.archive]);
    this.host.fault?.('review.report-stored');
    const used = made.fix.iterations.length * prices.fixIteration;
    const result = {
      reportSha256: stored?.sha256 ?? null,
      improvedSha256: improved?.sha256 ?? null,
      reviewScore: made.fix.finalScore,
    };
    return (manager) => this.queue.complete(manager, { run, job, used }, result);
  }

  ended(job: RunJob, manager: EntityManager): Promise<void> {
    return this.queue.end(manager, job);
  }

  async #made(archive: Uint8Array, run: ReviewRun, attempt: Attempt): Promise<Made> {
    const improve = async (files: Files): Promise<Made> => {
      const result = await this.loop.improve(files, run, attempt);
      const packed = result.files.map((file) => ({ ...file, mode: modeOf(file) }));
      return { fix: storedFix(files, result), archive: await this.format.pack({ files: packed }) };
    };
    const { signal } = attempt;
    if (run.model === null)
      return this.contents.inspect(archive, signal, ({ files }) => improve(subjectFiles(files)));
    // the memory of the archive is released first, because a model may take minutes
    const copies = await this.contents.inspect(archive, signal, ({ files }) =>
      Promise.resolve(subjectFiles(files).map(copyOf)),
    );
    return improve(copies);
  }
}

function storedFix(before: Files, result: Optimised<Files, SkillReview>): StoredFix {
  const { baselineScore, finalScore, summaryOfChanges, iterations, files, review } = result;
  const after = new Map(files.map((file) => [file.path, file]));
  const own = filesOfSkill(before, review.quality.path);
  const views = own.map((file): FixedFileView => ({
    path: file.path,
    before: sha256Of(file),
    after: sha256Of(after.get(file.path) ?? file),
  }));
  const differences = unifiedDifferences(
    own.map((file) => ({
      path: file.path,
      before: textOf(file) ?? '',
      after: textOf(after.get(file.path) ?? file) ?? '',
    })),
  );
  return { baselineScore, finalScore, summaryOfChanges, iterations, files: views, differences };
}

const sha256Of = ({ content }: BundleFile): string =>
  createHash('sha256').update(content).digest('hex');

const copyOf = (file: BundleFile): BundleFile => ({ ...file, content: Buffer.from(file.content) });

const modeOf = ({ mode }: BundleFile): 0o644 | 0o755 => (mode === 0o755 ? 0o755 : 0o644);

export const safeFixRuns = { entity: FixJob, work: FixSkill, drives };
export const modelFixRuns = { entity: ModelFixJob, work: FixSkill, drives };
