import { Column, Entity, PrimaryColumn } from 'typeorm';
import { columns } from '../../../persistence/contract/db.js';

/** A search fact of a version: its plugin has it while this is the plugin's latest version. */
@Entity('registry_version_facts')
export class VersionFactEntity {
  @PrimaryColumn(columns.id()) versionId!: string;
  @PrimaryColumn({ ...columns.text(), nullable: false }) fact!: string;
  /** As in `FactEntity`. */
  @Column(columns.size({ nullable: true })) rank!: number | null;
  /** As in `FactEntity`. */
  @Column(columns.text({ nullable: true })) text!: string | null;
}
