import { Column, Entity, PrimaryColumn } from 'typeorm';
import { columns } from '../../../persistence/contract/db.js';

/** Remaining attempts of a limit in its current window. */
@Entity('identity_attempts')
export class Attempts {
  @PrimaryColumn({ type: 'varchar' }) key!: string;
  @Column(columns.counter()) remaining!: number;
  @Column(columns.instant()) endsAt!: Date;
}
