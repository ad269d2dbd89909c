import { inject, injectable } from 'tsyringe';
import { readDatabaseKey, type ReadDatabase } from '../../../persistence/contract/db.js';
import type { CountedVersion } from '../../../review/contract/evaluations.js';
import type { VerdictView } from '../../contract/run-view.js';

/** The newest completed run of the scenarios that were published with a version. */
export interface VersionEvaluation {
  readonly runId: string;
  readonly verdict: VerdictView;
  readonly finishedAt: Date;
}

type Evaluated = ReadonlyMap<string, VersionEvaluation>;

interface Row {
  readonly version_id: string;
  readonly id: string;
  readonly verdict: unknown;
  readonly finished_at: string | Date;
}

/** Runs of other scenarios than the published ones say nothing that others could repeat, so they do not count. */
const sqlFor = (ids: string): string =>
  `SELECT "version_id", "id", "verdict", "finished_at" FROM "eval_runs"
    WHERE "version_id" IN (${ids}) AND "state" = 'completed' AND "published" IS NOT NULL AND "verdict" IS NOT NULL
    ORDER BY "created_at"`;

const ONE = { sqlite: sqlFor('?'), postgres: sqlFor('$1') };

/** Versions that the score and the fact are asked for at the same time. */
const asked = new WeakMap<readonly CountedVersion[], Promise<Evaluated>>();

/** Reads the evaluations of versions, with one statement for all of them. */
@injectable()
export class VersionEvaluations {
  constructor(@inject(readDatabaseKey) private readonly reads: ReadDatabase) {}

  /** By the ids of the versions. Callers with the same list share the answer. */
  of(versions: readonly CountedVersion[]): Promise<Evaluated> {
    const known = asked.get(versions) ?? this.#read(versions.map(({ version }) => version.id));
    asked.set(versions, known);
    return known;
  }

  async #read(ids: readonly string[]): Promise<Evaluated> {
    const newest = new Map<string, VersionEvaluation>();
    for (const { version_id, id: runId, verdict, finished_at } of await this.#rows(ids))
      newest.set(version_id, {
        runId,
        verdict: (typeof verdict === 'string' ? JSON.parse(verdict) : verdict) as VerdictView,
        finishedAt: new Date(finished_at),
      });
    return newest;
  }

  #rows(ids: readonly string[]): Promise<Row[]> {
    const { engine, manager } = this.reads;
    if (ids.length === 1) return this.reads.prepared<Row>(ONE[engine], ids);
    const list = ids.map((_, at) => (engine === 'postgres' ? `$${at + 1}` : '?')).join(', ');
    return manager.query<Row[]>(sqlFor(list), [...ids]);
  }
}
