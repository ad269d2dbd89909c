import { Column, Entity } from 'typeorm';
import { RunEntity } from '../../../jobs/contract/db/run-entity.js';
import { columns } from '../../../persistence/contract/db.js';

/** A scan of a version that waits for its verdict. */
@Entity('registry_scans')
export class ScanRun extends RunEntity {
  @Column(columns.id()) versionId!: string;
  /** Ids of the scanners that were loaded when the scan was asked for: a process that lacks one of them gives no verdict. */
  @Column(columns.json()) scanners!: string[];
}
