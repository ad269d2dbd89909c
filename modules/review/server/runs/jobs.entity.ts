import { Entity, Column } from 'typeorm';
import { RunEntity } from '../../../jobs/contract/db/run-entity.js';
import { columns } from '../../../persistence/contract/db.js';

/** Works on a `ReviewRun`. */
export abstract class RunJob extends RunEntity {
  @Column(columns.id()) reviewId!: string;
}

/** Reviews the security of files. */
@Entity('review_jobs')
export class ReviewJob extends RunJob {}

/** The same, and also asks a language model, which takes longer. */
@Entity('review_model_jobs')
export class ModelReviewJob extends RunJob {}

/** Reviews the quality of files without a model. */
@Entity('review_quality_jobs')
export class QualityJob extends RunJob {}

/** Reviews the quality of a version that was published, without a model. */
@Entity('review_version_quality_jobs')
export class VersionQualityJob extends RunJob {}

/** Has a language model judge the quality of files. */
@Entity('review_judge_jobs')
export class JudgeJob extends RunJob {}

/** Makes safe fixes. */
@Entity('review_fix_jobs')
export class FixJob extends RunJob {}

/** Improves a skill with a language model. */
@Entity('review_model_fix_jobs')
export class ModelFixJob extends RunJob {}

export const jobEntities = [
  ReviewJob,
  ModelReviewJob,
  QualityJob,
  VersionQualityJob,
  JudgeJob,
  FixJob,
  ModelFixJob,
];
