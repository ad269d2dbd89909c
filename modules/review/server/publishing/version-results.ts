import { inject, injectable } from 'tsyringe';
import { readDatabaseKey, type ReadDatabase } from '../../../persistence/contract/db.js';
import type { ShownVersion } from '../../../registry/contract/version-facts.js';
import type { Severity } from '../../../registry/contract/scanners.js';
import { isOver, type ReviewStatus } from '../../contract/review-run.machine.js';
import type { ReviewEngine, Verdict } from '../../contract/review-run-view.js';

/** The newest scan of a version. */
export interface ScanResult {
  readonly name: string;
  readonly semver: string;
  readonly verdict: Verdict;
  readonly overallSeverity: Severity | null;
  readonly counts: Readonly<Record<Severity, number>>;
  readonly engine: ReviewEngine;
  readonly reportSha256: string;
  readonly reviewedAt: Date;
}

/** The quality review of a version: the newest that is completed, else the newest. */
export interface QualityRun {
  readonly id: string;
  readonly state: ReviewStatus;
  readonly reviewScore: number | null;
  readonly engine: ReviewEngine | null;
  readonly finishedAt: Date | null;
  readonly error: string | null;
}

/** What reviews say of a version. */
export interface VersionResults {
  readonly scan?: ScanResult;
  readonly quality?: QualityRun;
  /** Whether another result of a quality review is to be expected. */
  readonly underReview: boolean;
}

type Results = ReadonlyMap<string, VersionResults>;
type Row = Readonly<Record<string, unknown>>;

const SCAN = ['name', 'semver', 'verdict', 'overall_severity', 'counts', 'engine'];
const RUN = ['id', 'state', 'review_score', 'engine', 'finished_at', 'error'];
const named = (table: string, columns: readonly string[]): string =>
  columns.map((column) => `${table}."${column}" AS "${table}_${column}"`).join(', ');

/** A judge comes after the review without a model, maybe within the same millisecond. */
const sqlFor = (ids: string, others: string): string =>
  `SELECT ${named('s', ['version_id', ...SCAN, 'report_sha256', 'reviewed_at'])}, ${named('q', ['version_id', ...RUN])}
    FROM (SELECT * FROM "review_versions" WHERE "version_id" IN (${ids})) s
    FULL JOIN (SELECT * FROM "review_runs" WHERE "type" = 'quality' AND "version_id" IN (${others})) q
      ON q."version_id" = s."version_id" ORDER BY q."created_at", q."model" NULLS FIRST`;

const ONE = { sqlite: sqlFor('?', '?'), postgres: sqlFor('$1', '$2') };

/** Versions that several facts are asked for at the same time. */
const asked = new WeakMap<readonly ShownVersion[], Promise<Results>>();

/** Reads what the facts of this module say of versions: with one statement for all facts, since views and lists ask for each fact. */
@injectable()
export class VersionResultsReader {
  constructor(@inject(readDatabaseKey) private readonly reads: ReadDatabase) {}

  /** By the ids of the versions. Callers with the same list share the answer. */
  of(versions: readonly ShownVersion[]): Promise<Results> {
    const known = asked.get(versions) ?? this.ofIds(versions.map(({ version }) => version.id));
    asked.set(versions, known);
    return known;
  }

  async ofIds(ids: readonly string[]): Promise<Results> {
    const results = new Map<string, VersionResults>();
    for (const row of await this.#rows(ids)) {
      const id = (row['s_version_id'] ?? row['q_version_id']) as string;
      const { scan = scanOf(row), quality, underReview = false } = results.get(id) ?? {};
      const run = qualityOf(row);
      const newest = newestOf(quality, run);
      const open = underReview || (run !== undefined && !isOver(run.state));
      results.set(id, {
        ...(scan && { scan }),
        ...(newest && { quality: newest }),
        underReview: open,
      });
    }
    return results;
  }

  #rows(ids: readonly string[]): Promise<Row[]> {
    const { engine, manager } = this.reads;
    const parameters = [...ids, ...ids];
    if (ids.length === 1) return this.reads.prepared(ONE[engine], parameters);
    const list = (from: number): string =>
      ids.map((_, at) => (engine === 'postgres' ? `$${from + at}` : '?')).join(', ');
    return manager.query<Row[]>(sqlFor(list(1), list(1 + ids.length)), parameters);
  }
}

/** A result stays until a newer one has come. */
function newestOf(
  earlier: QualityRun | undefined,
  later: QualityRun | undefined,
): QualityRun | undefined {
  if (later === undefined || earlier === undefined) return later ?? earlier;
  return later.state === 'completed' || earlier.state !== 'completed' ? later : earlier;
}

/** SQLite answers JSON as text. */
const json = (value: unknown): unknown =>
  typeof value === 'string' ? JSON.parse(value) : (value ?? null);
const instant = (value: unknown): Date => new Date(value as string | Date);

function scanOf(row: Row): ScanResult | undefined {
  if (row['s_version_id'] === null) return undefined;
  return {
    name: row['s_name'] as string,
    semver: row['s_semver'] as string,
    verdict: row['s_verdict'] as Verdict,
    overallSeverity: row['s_overall_severity'] as Severity | null,
    counts: json(row['s_counts']) as ScanResult['counts'],
    engine: json(row['s_engine']) as ReviewEngine,
    reportSha256: row['s_report_sha256'] as string,
    reviewedAt: instant(row['s_reviewed_at']),
  };
}

function qualityOf(row: Row): QualityRun | undefined {
  if (row['q_version_id'] === null) return undefined;
  const finishedAt = row['q_finished_at'];
  return {
    id: row['q_id'] as string,
    state: row['q_state'] as ReviewStatus,
    reviewScore: row['q_review_score'] as number | null,
    engine: json(row['q_engine']) as ReviewEngine | null,
    finishedAt: finishedAt === null ? null : instant(finishedAt),
    error: row['q_error'] as string | null,
  };
}
