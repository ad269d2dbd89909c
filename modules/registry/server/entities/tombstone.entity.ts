import { Column, Entity, PrimaryColumn } from 'typeorm';
import { columns } from '../../../persistence/contract/db.js';

/** A version that was unpublished: it is never used again. */
@Entity('registry_tombstones')
export class TombstoneEntity {
  @PrimaryColumn(columns.id()) tileId!: string;
  /** The version without build metadata. */
  @PrimaryColumn({ ...columns.text(), nullable: false }) precedence!: string;
  @Column(columns.instant()) unpublishedAt!: Date;
}
