import { inject, injectable } from 'tsyringe';
import {
  readDatabaseKey,
  unitOfWorkKey,
  type ReadDatabase,
  type UnitOfWork,
} from '../../../persistence/contract/db.js';
import type { FactChanges } from '../../contract/version-facts.js';
import { sqlOf } from '../statement.js';

const CHANGED = `INSERT INTO "registry_fact_revisions" ("version_id", "revision") VALUES (?, 1)
  ON CONFLICT ("version_id") DO UPDATE SET "revision" = "registry_fact_revisions"."revision" + 1`;

@injectable()
export class StoredFactChanges implements FactChanges {
  constructor(
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(readDatabaseKey) private readonly reads: ReadDatabase,
  ) {}

  async changed(versionId: string): Promise<void> {
    const sql = sqlOf(this.reads.engine, CHANGED);
    await this.unitOfWork.run((manager) => manager.query(sql, [versionId]));
  }
}
