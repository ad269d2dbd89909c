import { Column, Entity, PrimaryColumn } from 'typeorm';
import { columns } from '../../../persistence/contract/db.js';

/** The calls of one subject under one limit. Names and order of its columns are those of the rate-limiter library. */
@Entity('traffic_counts')
export class TrafficCount {
  @PrimaryColumn({ type: 'varchar' }) key!: string;
  @Column(columns.counter()) points!: number;
  /** Milliseconds since 1970. */
  @Column(columns.size({ nullable: true })) expire!: number | null;
}
