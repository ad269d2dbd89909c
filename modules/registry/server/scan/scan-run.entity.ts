import { Column, Entity } from 'typeorm';
import { RunEntity } from '../../../jobs/contract/db/run-entity.js';
import { columns } from '../../../persistence/contract/db.js';

/** The first scan of a version, which is `pending` until the verdict. */
@Entity('registry_scans')
export class ScanRun extends RunEntity {
  @Column(columns.id()) versionId!: string;
  /** Ids of the scanners that were loaded when the scan was requested. A process without one of them cannot reach a verdict. */
  @Column(columns.json()) scanners!: string[];
}
