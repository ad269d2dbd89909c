import { Column, Entity, PrimaryColumn } from 'typeorm';
import { columns } from '../../../persistence/contract/db.js';
import { severities, type Severity } from '../../../registry/contract/scanners.js';
import { reviewStatuses, type ReviewStatus } from '../../contract/review-run.machine.js';
import {
  reviewTypes,
  verdicts,
  type ReviewEngine,
  type ReviewType,
  type SkillSubject,
  type TileSkillSubject,
  type Verdict,
} from '../../contract/review-run-view.js';

/** The subject of a review, without the address that each server adds when it shows the review. */
export type StoredSubject = SkillSubject | Omit<TileSkillSubject, 'registryUrl'>;

/** What a fix run was asked for. */
export interface FixSettings {
  readonly threshold: number;
  readonly maxIterations: number;
}

/** A review or fix run, started by a person or program or by publishing. Jobs work on it; the row remains after they are deleted. */
@Entity('review_runs')
export class ReviewRun {
  @PrimaryColumn(columns.id()) id!: string;
  @Column(columns.id()) workspaceId!: string;
  @Column(columns.id()) organizationId!: string;
  @Column(columns.oneOf(reviewTypes)) type!: ReviewType;
  @Column(columns.oneOf(reviewStatuses)) state!: ReviewStatus;
  @Column(columns.counter()) version!: number;
  @Column(columns.json()) subject!: StoredSubject;
  @Column(columns.text({ nullable: true })) label!: string | null;
  /** Hash of the files; it does not depend on how they were packed. */
  @Column(columns.text()) fingerprint!: string;
  /** The archive, until the run has ended. None for a published version. */
  @Column(columns.text({ nullable: true })) bundleSha256!: string | null;
  /** The published version that is reviewed. */
  @Column(columns.id({ nullable: true })) versionId!: string | null;
  /** The reviewer that the run judges by, checked, as JSON; none for the default reviewer. */
  @Column(columns.text({ nullable: true })) reviewerSha256!: string | null;
  /** The result: a `StoredReport`, a `QualityReport` or a `StoredFix`. */
  @Column(columns.text({ nullable: true })) reportSha256!: string | null;
  /** The archive of the improved files of a fix run. */
  @Column(columns.text({ nullable: true })) improvedSha256!: string | null;
  @Column(columns.oneOf(verdicts, { nullable: true })) verdict!: Verdict | null;
  @Column(columns.oneOf(severities, { nullable: true })) overallSeverity!: Severity | null;
  @Column(columns.counter({ nullable: true })) reviewScore!: number | null;
  @Column(columns.json({ nullable: true })) fix!: FixSettings | null;
  /** What reviews, or has reviewed; of security reviews known when they are completed. */
  @Column(columns.json({ nullable: true })) engine!: ReviewEngine | null;
  /** `engine.ruleset`, to be found by. */
  @Column(columns.text({ nullable: true })) ruleset!: string | null;
  /** The language model that is asked. */
  @Column(columns.text({ nullable: true })) model!: string | null;
  @Column(columns.id({ nullable: true })) reusedFrom!: string | null;
  /** The job that works on it; none where a result was reused. */
  @Column(columns.id({ nullable: true })) jobId!: string | null;
  /** How often the run was started: once, and once for each retry. */
  @Column(columns.counter()) tries!: number;
  /** Credits that are reserved for each try; 0 for runs that cost nothing. */
  @Column(columns.counter()) credits!: number;
  @Column(columns.text({ nullable: true })) error!: string | null;
  @Column(columns.instant()) createdAt!: Date;
  @Column(columns.instant({ nullable: true })) startedAt!: Date | null;
  @Column(columns.instant({ nullable: true })) finishedAt!: Date | null;
}
