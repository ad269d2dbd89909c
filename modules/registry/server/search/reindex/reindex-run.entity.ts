import { Column, Entity } from 'typeorm';
import { RunEntity } from '../../../../jobs/contract/db/run-entity.js';
import { columns } from '../../../../persistence/contract/db.js';

/** Puts plugins into the search index again: all of them, or those that were indexed by other rules than today's. */
@Entity('registry_reindexings')
export class ReindexRun extends RunEntity {
  @Column(columns.boolean()) everything!: boolean;
}
