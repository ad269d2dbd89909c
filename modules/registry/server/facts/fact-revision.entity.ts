import { Column, Entity, PrimaryColumn } from 'typeorm';
import { columns } from '../../../persistence/contract/db.js';

/** How often modules have reported that their facts of a version changed. A table of its own: a row of `registry_versions` holds texts and is costly to rewrite. */
@Entity('registry_fact_revisions')
export class FactRevision {
  @PrimaryColumn(columns.id()) versionId!: string;
  @Column(columns.counter()) revision!: number;
}
