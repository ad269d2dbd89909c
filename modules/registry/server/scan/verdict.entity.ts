import { Column, Entity, PrimaryColumn } from 'typeorm';
import { columns } from '../../../persistence/contract/db.js';
import { severities, type Severity } from '../../contract/scanners.js';

export const verdictWords = ['pass', 'block', 'error'] as const;

/** The verdict of one scanner in one scan of a version. Rows are never changed: they are the moderation history of the version. */
@Entity('registry_verdicts')
export class VerdictEntity {
  @PrimaryColumn(columns.id()) id!: string;
  @Column(columns.id()) versionId!: string;
  @Column(columns.text()) scanner!: string;
  /** Name and version of the scanner's engine. Empty if the scanner reports none, and so is `ruleset`. */
  @Column(columns.text()) engine!: string;
  @Column(columns.text()) ruleset!: string;
  /** `block` if the scanner or the rules on severities block; `error` if the scan ended without a verdict. */
  @Column(columns.oneOf(verdictWords)) verdict!: (typeof verdictWords)[number];
  /** Severity of the worst finding; `null` without findings. */
  @Column(columns.oneOf(severities, { nullable: true })) severity!: Severity | null;
  /** Fingerprints of the findings that block, the worst first, including cleared ones. */
  @Column(columns.json()) blocking!: string[];
  /** Whether the plugin was public when the scan began. */
  @Column(columns.boolean()) public!: boolean;
  /** When the scan began. */
  @Column(columns.instant()) judgedAt!: Date;
}
