import type { Context, Handler } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { blobStoreKey, type BlobStore } from '../../../persistence/contract/blob-store.js';
import { readDatabaseKey, type ReadDatabase } from '../../../persistence/contract/db.js';
import type { LocatedVersion } from '../../../registry/contract/located.js';
import type { VersionRef } from '../../../registry/contract/tile-inputs.js';
import { qualityUnknown } from '../../contract/errors.js';
import type { VersionQualityView } from '../../contract/version-quality-view.js';
import type { QualityReport } from '../../quality/report.js';
import { ReadableRelease } from '../moderation/readable-release.js';
import { qualityPartsOf } from '../quality/quality-parts.js';
import { ReviewRun } from '../runs/review-run.entity.js';
import { VersionResultsReader } from './version-results.js';

/** Shows the quality review that the score of a version is of. Excerpts of a withheld version are shown only to members of its workspace. */
@injectable()
export class ShowQualityHandler implements Handler<VersionRef, VersionQualityView> {
  constructor(
    @inject(ReadableRelease) private readonly releases: ReadableRelease,
    @inject(VersionResultsReader) private readonly results: VersionResultsReader,
    @inject(readDatabaseKey) private readonly reads: ReadDatabase,
    @inject(blobStoreKey) private readonly blobs: BlobStore,
  ) {}

  async run({ version: asked }: VersionRef, context: Context): Promise<VersionQualityView> {
    const { tile, version } = (context.target as LocatedVersion).value;
    const { fullName: name } = tile;
    const semver = version?.semver ?? asked;
    const readable = await this.releases.has(tile, semver, context.caller);
    const run = version !== null && readable ? await this.#runOf(version.id) : null;
    if (run?.reportSha256 == null || run.finishedAt === null)
      throw qualityUnknown({ name, version: semver });
    const report = Buffer.from(await this.blobs.read(run.reportSha256)).toString('utf8');
    const { review } = qualityPartsOf(JSON.parse(report) as QualityReport);
    const { engine, finishedAt } = run;
    return { name, version: semver, engine, reviewedAt: finishedAt.toISOString(), review };
  }

  async #runOf(versionId: string): Promise<ReviewRun | null> {
    const results = await this.results.ofIds([versionId]);
    const id = results.get(versionId)?.quality?.id;
    return id === undefined ? null : this.reads.manager.findOneBy(ReviewRun, { id });
  }
}
