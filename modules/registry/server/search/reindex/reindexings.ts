import { inject, injectable } from 'tsyringe';
import { In, LessThan } from 'typeorm';
import { jobsKey, type Jobs } from '../../../../jobs/contract/db.js';
import { readDatabaseKey, type ReadDatabase } from '../../../../persistence/contract/db.js';
import { DocumentEntity } from '../../entities/document.entity.js';
import { TileEntity } from '../../entities/tile.entity.js';
import { INDEX_GENERATION } from '../documents.js';
import { ReindexRun } from './reindex-run.entity.js';

@injectable()
export class Reindexings {
  constructor(
    @inject(readDatabaseKey) private readonly database: ReadDatabase,
    @inject(jobsKey) private readonly jobs: Jobs,
  ) {}

  /** How many plugins there are. */
  plugins(): Promise<number> {
    return this.database.manager.count(TileEntity);
  }

  /** Returns the id of the run, or of one that already waits or runs. */
  async begin(everything: boolean): Promise<string> {
    const wanted = { everything, state: In(['queued', 'running']) };
    const present = await this.database.manager.findOneBy(ReindexRun, wanted);
    return present?.id ?? this.jobs.enqueue(ReindexRun, { everything });
  }

  /** Begins a run where plugins are indexed by older rules: after an upgrade, or since an older server works on the same database. */
  async beginWhereStale(): Promise<void> {
    const stale = { generation: LessThan(INDEX_GENERATION) };
    if (await this.database.manager.existsBy(DocumentEntity, stale)) await this.begin(false);
  }

  async find(id: string): Promise<ReindexRun> {
    return this.database.manager.findOneByOrFail(ReindexRun, { id });
  }
}
