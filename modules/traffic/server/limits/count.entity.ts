import { Column, Entity, PrimaryColumn } from 'typeorm';
import { columns } from '../../../persistence/contract/db.js';

/** The calls of one subject under one limit. The rate-limiter library prescribes the names and order of the columns. */
@Entity('traffic_counts')
export class TrafficCount {
  @PrimaryColumn({ type: 'varchar' }) key!: string;
  @Column(columns.counter()) points!: number;
  /** Milliseconds since 1970. */
  @Column(columns.size({ nullable: true })) expire!: number | null;
}
