import { Column, Entity } from 'typeorm';
import { RunEntity } from '../../../jobs/contract/db/run-entity.js';
import { columns } from '../../../persistence/contract/db.js';

/** Fetches what the scenarios of a run begin with, and queues its cells. */
@Entity('eval_prepare_jobs')
export class PrepareJob extends RunEntity {
  @Column(columns.id()) runId!: string;
}
