import { Column, Entity, PrimaryColumn } from 'typeorm';
import { columns } from '../../../persistence/contract/db.js';
import { severities, type Severity } from '../../contract/scanners.js';
import {
  moderationStatuses,
  type ModerationStatus,
  type RuleEntry,
  type SkillEntry,
  type SteeringEntry,
} from '../../contract/version-view.js';

/** The text that the manifest's `docs` names. */
export interface DeclaredDocs {
  readonly path: string;
  readonly content: string;
}

/** The operator's word on a version. */
export interface StoredClearance {
  /** ISO 8601. */
  readonly clearedAt: string;
  readonly reason: string;
  /** Why the version was blocked; `null` where no verdict had been reached. */
  readonly lifted: string | null;
  /** Those of all findings that are lifted; left out in clearances of before they were recorded, which count for the words of `lifted`. */
  readonly fingerprints?: readonly string[];
  /** Whether the plugin was public then. */
  readonly public: boolean;
}

/** A published version. Its files are rows of their own; the archive and the files' contents are blobs. */
@Entity('registry_versions')
export class VersionEntity {
  @PrimaryColumn(columns.id()) id!: string;
  @Column(columns.id()) tileId!: string;
  /** The version as it was published. */
  @Column(columns.text()) semver!: string;
  /** The version without build metadata; unique per plugin. */
  @Column(columns.text()) precedence!: string;
  /** A text that sorts like the versions. */
  @Column(columns.text()) sortKey!: string;
  @Column(columns.boolean()) prerelease!: boolean;
  @Column(columns.text()) description!: string;
  @Column(columns.text()) fingerprint!: string;
  @Column(columns.text()) archiveSha256!: string;
  @Column(columns.counter()) archiveSize!: number;
  @Column(columns.counter()) fileCount!: number;
  @Column(columns.json()) skills!: SkillEntry[];
  @Column(columns.json()) rules!: RuleEntry[];
  /** Package URLs and web addresses that the manifest names. */
  @Column(columns.json()) links!: string[];
  @Column(columns.text({ nullable: true })) readme!: string | null;
  /** For the search; `null` if it is the README, too long or missing. */
  @Column(columns.json({ nullable: true })) docs!: DeclaredDocs | null;
  @Column(columns.json({ nullable: true })) steering!: SteeringEntry[] | null;
  /** The source's commit, as stated by the publisher. */
  @Column(columns.text({ nullable: true })) commit!: string | null;
  /** Moderation. */
  @Column(columns.oneOf(moderationStatuses)) state!: ModerationStatus;
  /** Counts the changes of `state`. */
  @Column(columns.counter()) version!: number;
  @Column(columns.text({ nullable: true })) moderationError!: string | null;
  /** When the scan began whose verdict counts; `null` before the first, and for one of before this was recorded. */
  @Column(columns.instant({ nullable: true })) judgedAt!: Date | null;
  /** `Rules.key` of that verdict, or of a later scan that broke; `null` has the version judged. */
  @Column(columns.text({ nullable: true })) judgedBy!: string | null;
  @Column(columns.json({ nullable: true })) clearance!: StoredClearance | null;
  /** Severity of the worst finding of its scan; `null` if there was none. */
  @Column(columns.oneOf(severities, { nullable: true })) severity!: Severity | null;
  /** Id of the user or key. */
  @Column(columns.id({ nullable: true })) publishedBy!: string | null;
  @Column(columns.instant()) publishedAt!: Date;
  @Column(columns.instant({ nullable: true })) archivedAt!: Date | null;
  @Column(columns.text({ nullable: true })) archivedReason!: string | null;
}
