import { hostKey, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { Attempt, RunWork } from '../../../../jobs/contract/db.js';
import {
  readDatabaseKey,
  unitOfWorkKey,
  type ReadDatabase,
  type UnitOfWork,
} from '../../../../persistence/contract/db.js';
import { followLatest } from '../../facts/follow-latest.js';
import { findLatest } from '../../publish/latest-version.js';
import { lockExistingTile } from '../../publish/tile-lock.js';
import { select } from '../../statement.js';
import { INDEX_GENERATION, reindex } from '../documents.js';
import { ReindexRun } from './reindex-run.entity.js';

/** Plugins of one unit of work: few enough that a publish on SQLite does not wait noticeably. */
const AT_ONCE = 20;

const STALE = `t."id" IN (SELECT "tile_id" FROM "registry_documents" WHERE "generation" < ${INDEX_GENERATION})`;

/** Saved with the run, so that the next attempt continues from there. */
export interface ReindexProgress {
  readonly done: number;
  readonly total: number;
  /** Full name of the last plugin that is done. */
  readonly after: string;
}

/**
 * Indexes the plugins by name, each from its latest version and under its lock, several in one unit of work, so that searches
 * find it throughout, and publishes continue in between.
 */
@injectable()
class ReindexPlugins implements RunWork<ReindexRun> {
  constructor(
    @inject(readDatabaseKey) private readonly database: ReadDatabase,
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  async perform({ everything, progress }: ReindexRun, attempt: Attempt): Promise<undefined> {
    const wanted = everything ? 'TRUE' : STALE;
    let soFar = (progress as ReindexProgress | null) ?? {
      done: 0,
      total: await this.#count(wanted),
      after: '',
    };
    for (;;) {
      attempt.signal.throwIfAborted();
      const names = await this.#next(wanted, soFar.after);
      const last = names.at(-1);
      if (last === undefined) break;
      await this.unitOfWork.run(async (manager) => {
        for (const name of names) {
          const tile = await lockExistingTile(manager, { fullName: name });
          const latest = await findLatest(manager, tile);
          await reindex(manager, { engine: this.database.engine, tile, latest });
          await followLatest(manager, tile, latest);
        }
      });
      const done = soFar.done + names.length;
      soFar = { done, total: Math.max(done, soFar.total), after: last };
      await attempt.progress(soFar);
    }
    this.host.log.info({ plugins: soFar.done, everything }, 'plugins were indexed again');
    return undefined;
  }

  async #count(wanted: string): Promise<number> {
    const [row] = await select<{ count: number | string }>(
      this.database,
      `SELECT COUNT(*) AS "count" FROM "registry_tiles" t WHERE ${wanted}`,
      [],
    );
    return Number(row?.count ?? 0);
  }

  async #next(wanted: string, after: string): Promise<string[]> {
    const sql = `SELECT t."full_name" AS "name" FROM "registry_tiles" t WHERE t."full_name" > ? AND ${wanted} ORDER BY t."full_name" LIMIT ${AT_ONCE}`;
    return (await select<{ name: string }>(this.database, sql, [after])).map(({ name }) => name);
  }
}

export const reindexings = { entity: ReindexRun, work: ReindexPlugins };
