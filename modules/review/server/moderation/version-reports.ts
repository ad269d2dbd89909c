import { inject, injectable } from 'tsyringe';
import { hostKey, type HostInfo } from 'svc-registry/kernel';
import semver from 'semver';
import { blobStoreKey, type BlobStore } from '../../../persistence/contract/blob-store.js';
import {
  readDatabaseKey,
  unitOfWorkKey,
  type ReadDatabase,
  type UnitOfWork,
} from '../../../persistence/contract/db.js';
import { factChangesKey, type FactChanges } from '../../../registry/contract/version-facts.js';
import { severities, type Severity } from '../../../registry/contract/scanners.js';
import { searchFactsKey, type SearchFacts } from '../../../registry/contract/search-facts.js';
import { SECURITY } from '../../contract/search-facts.js';
import type { ReviewEngine } from '../../contract/review-run-view.js';
import type { Report } from '../../engine/report.js';
import type { Release } from '../../engine/rules/manifest/new-capability.js';
import { VersionReport } from './version-report.entity.js';

/** A version that was scanned. */
export interface ScannedVersion {
  readonly versionId: string;
  /** `<workspace>/<plugin>`. */
  readonly name: string;
  readonly semver: string;
}

/** The results of the newest scans of published versions. */
@injectable()
export class VersionReports {
  constructor(
    @inject(readDatabaseKey) private readonly reads: ReadDatabase,
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(blobStoreKey) private readonly blobs: BlobStore,
    @inject(factChangesKey) private readonly changes: FactChanges,
    @inject(searchFactsKey) private readonly facts: SearchFacts,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  /** Stores the result of a scan in place of the earlier one. */
  async store(version: ScannedVersion, report: Report, engine: ReviewEngine): Promise<void> {
    const { sha256 } = await this.blobs.put(Buffer.from(JSON.stringify(report)));
    this.host.fault?.('review.version-report-stored');
    const row = {
      ...version,
      verdict: report.verdict,
      overallSeverity: report.overallSeverity,
      counts: countsOf(report),
      engine,
      reportSha256: sha256,
      reviewedAt: this.host.clock(),
    };
    await this.unitOfWork.run(async (manager) => {
      await manager.upsert(VersionReport, row, ['versionId']);
      await this.facts.putOfVersion(version.versionId, { [SECURITY]: securityOf(report) });
      await this.changes.changed(version.versionId);
    });
  }

  /** By `<workspace>/<plugin>` and version. */
  findRelease(name: string, semver: string): Promise<VersionReport | null> {
    return this.reads.manager.findOneBy(VersionReport, { name, semver });
  }

  async read({ reportSha256 }: Pick<VersionReport, 'reportSha256'>): Promise<Report> {
    const bytes = await this.blobs.read(reportSha256);
    return JSON.parse(Buffer.from(bytes).toString('utf8')) as Report;
  }

  /** The newest scanned release before the version that has the same minor version; `undefined` without one. */
  async previous({ name, semver: version }: ScannedVersion): Promise<Release | undefined> {
    const { manager } = this.reads;
    const scanned = await manager.find(VersionReport, {
      where: { name },
      select: { versionId: true, semver: true },
    });
    const range = `>=${semver.major(version)}.${semver.minor(version)}.0 <${version}`;
    const before = semver.maxSatisfying(
      scanned.map((row) => row.semver),
      range,
    );
    const versionId = scanned.find((row) => row.semver === before)?.versionId;
    const row = versionId && (await manager.findOneBy(VersionReport, { versionId }));
    if (before === null || !row) return undefined;
    const { capabilities } = await this.read(row);
    return { version, previous: { version: before, capabilities } };
  }
}

const securityOf = ({ verdict, overallSeverity }: Report): string =>
  verdict === 'error' ? 'unread' : (overallSeverity?.toLowerCase() ?? 'none');

function countsOf({ findings }: Report): Record<Severity, number> {
  const count = (wanted: Severity): number =>
    findings.filter(({ severity }) => severity === wanted).length;
  return Object.fromEntries(severities.map((severity) => [severity, count(severity)])) as Record<
    Severity,
    number
  >;
}
