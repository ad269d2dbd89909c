import { inject, injectable } from 'tsyringe';
import { In } from 'typeorm';
import { jobsKey, type Jobs } from '../../../../jobs/contract/db.js';
import { readDatabaseKey, type ReadDatabase } from '../../../../persistence/contract/db.js';
import { select } from '../../statement.js';
import { INDEX_GENERATION } from '../documents.js';
import { ReindexRun } from './reindex-run.entity.js';

@injectable()
export class Reindexings {
  constructor(
    @inject(readDatabaseKey) private readonly database: ReadDatabase,
    @inject(jobsKey) private readonly jobs: Jobs,
  ) {}

  /** How many plugins there are. */
  async plugins(): Promise<number> {
    const [row] = await select<{ count: number | string }>(
      this.database,
      'SELECT COUNT(*) AS "count" FROM "registry_tiles"',
      [],
    );
    return Number(row?.count ?? 0);
  }

  /** Returns the id of the run, or of one that already waits or runs. */
  async begin(everything: boolean): Promise<string> {
    const wanted = { everything, state: In(['queued', 'running']) };
    const present = await this.database.manager.findOneBy(ReindexRun, wanted);
    return present?.id ?? this.jobs.enqueue(ReindexRun, { everything });
  }

  /** Begins a run where plugins are indexed by older rules: after an upgrade, or since an older server works on the same database. */
  async beginWhereStale(): Promise<void> {
    const sql = `SELECT "id" FROM "registry_documents" WHERE "generation" < ${INDEX_GENERATION} LIMIT 1`;
    if ((await select(this.database, sql, [])).length > 0) await this.begin(false);
  }

  async find(id: string): Promise<ReindexRun> {
    return this.database.manager.findOneByOrFail(ReindexRun, { id });
  }
}
