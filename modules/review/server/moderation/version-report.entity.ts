import { Column, Entity, PrimaryColumn } from 'typeorm';
import { columns } from '../../../persistence/contract/db.js';
import { severities, type Severity } from '../../../registry/contract/scanners.js';
import { verdicts, type ReviewEngine, type Verdict } from '../../contract/review-run-view.js';

/** The result of the newest scan of a published version. */
@Entity('review_versions')
export class VersionReport {
  @PrimaryColumn(columns.id()) versionId!: string;
  /** `<workspace>/<plugin>` as the manifest has it, and its version. */
  @Column(columns.text()) name!: string;
  @Column(columns.text()) semver!: string;
  @Column(columns.oneOf(verdicts)) verdict!: Verdict;
  @Column(columns.oneOf(severities, { nullable: true })) overallSeverity!: Severity | null;
  /** How many findings of each severity. */
  @Column(columns.json()) counts!: Readonly<Record<Severity, number>>;
  @Column(columns.json()) engine!: ReviewEngine;
  /** A `Report`. */
  @Column(columns.text()) reportSha256!: string;
  @Column(columns.instant()) reviewedAt!: Date;
}
