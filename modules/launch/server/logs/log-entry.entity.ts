import { Column, Entity, PrimaryColumn } from 'typeorm';
import { columns } from '../../../persistence/contract/db.js';

/** Where a text of the log comes from; `svc` is the worker itself. */
export const logStreams = ['svc', 'stdout', 'stderr'] as const;
export type LogStream = (typeof logStreams)[number];

/** A piece of a launch's log, at most 64 KiB of text. */
@Entity('launch_log_entries')
export class LogEntry {
  @PrimaryColumn(columns.id()) runId!: string;
  /** From 1, without gaps. */
  @PrimaryColumn({ type: 'integer' }) n!: number;
  @Column(columns.instant()) at!: Date;
  @Column(columns.oneOf(logStreams)) stream!: LogStream;
  @Column(columns.text()) text!: string;
}
