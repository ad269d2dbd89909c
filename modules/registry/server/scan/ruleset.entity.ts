import { Column, Entity, PrimaryColumn } from 'typeorm';
import { columns } from '../../../persistence/contract/db.js';

/** A set of rules that servers use, and when they last reported it. */
@Entity('registry_rulesets')
export class RulesetEntity {
  /** See `Rules.key`. */
  @PrimaryColumn({ ...columns.text(), nullable: false }) key!: string;
  /** When the last of the servers with these rules started. */
  @Column(columns.instant()) startedAt!: Date;
  /** When a server last reported these rules. */
  @Column(columns.instant()) seenAt!: Date;
}
