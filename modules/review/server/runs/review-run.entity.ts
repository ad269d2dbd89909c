import { Column, Entity, PrimaryColumn } from 'typeorm';
import { RunEntity } from '../../../jobs/contract/db/run-entity.js';
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

/** A review that a person or program started. `ReviewJob`s work on it; the row remains after they are deleted. */
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
  /** The archive, until it has been reviewed. */
  @Column(columns.text({ nullable: true })) bundleSha256!: string | null;
  /** The result: a `StoredReport`. */
  @Column(columns.text({ nullable: true })) reportSha256!: string | null;
  @Column(columns.oneOf(verdicts, { nullable: true })) verdict!: Verdict | null;
  @Column(columns.oneOf(severities, { nullable: true })) overallSeverity!: Severity | null;
  @Column(columns.json({ nullable: true })) engine!: ReviewEngine | null;
  /** `engine.ruleset`, to be found by. */
  @Column(columns.text({ nullable: true })) ruleset!: string | null;
  /** The language model that is asked as well. */
  @Column(columns.text({ nullable: true })) model!: string | null;
  @Column(columns.id({ nullable: true })) reusedFrom!: string | null;
  /** The job that works on it; none where a result was reused. */
  @Column(columns.id({ nullable: true })) jobId!: string | null;
  @Column(columns.text({ nullable: true })) error!: string | null;
  @Column(columns.instant()) createdAt!: Date;
  @Column(columns.instant({ nullable: true })) startedAt!: Date | null;
  @Column(columns.instant({ nullable: true })) finishedAt!: Date | null;
}

/** Reviews the files of a `ReviewRun`. */
@Entity('review_jobs')
export class ReviewJob extends RunEntity {
  @Column(columns.id()) reviewId!: string;
}

/** Reviews the files and also asks a language model, which takes longer. */
@Entity('review_model_jobs')
export class ModelReviewJob extends RunEntity {
  @Column(columns.id()) reviewId!: string;
}

/** What works on a review. */
export const jobEntityOf = ({ model }: Pick<ReviewRun, 'model'>) =>
  model === null ? ReviewJob : ModelReviewJob;
