import type { Class } from 'svc-registry/kernel';
import {
  FixJob,
  JudgeJob,
  ModelFixJob,
  ModelReviewJob,
  QualityJob,
  ReviewJob,
  VersionQualityJob,
  type RunJob,
} from './jobs.entity.js';
import type { ReviewRun } from './review-run.entity.js';

interface Jobs {
  readonly rules: Class<RunJob>;
  readonly model: Class<RunJob>;
}

const jobs: Readonly<Record<ReviewRun['type'], Jobs>> = {
  security: { rules: ReviewJob, model: ModelReviewJob },
  quality: { rules: QualityJob, model: JudgeJob },
  fix: { rules: FixJob, model: ModelFixJob },
};

/** What works on a run. Work that asks a model has a lane of its own, and versions that were published delay nobody who waits. */
export function jobEntityOf({
  type,
  model,
  versionId,
}: Pick<ReviewRun, 'type' | 'model' | 'versionId'>): Class<RunJob> {
  if (model !== null) return jobs[type].model;
  return versionId === null ? jobs[type].rules : VersionQualityJob;
}
