import { createHash } from 'node:crypto';
import type { Rubric } from '../../contract/reviewers.js';

export interface ReviewerJudge {
  readonly stem: string;
  readonly weight: number;
  readonly rubric: Rubric;
}

/** A reviewer that was checked. */
export interface Reviewer {
  /** `default`, the id of a contribution, or the reference of a plugin. */
  readonly ref: string;
  readonly validationWeight: number;
  /** Sorted by name. */
  readonly judges: readonly ReviewerJudge[];
}

/** The reviewer that judges where none was named. */
export const DEFAULT_REVIEWER = 'default';

/** Hash of everything that scores depend on: the rubrics and the weights. */
export const rubricHashOf = ({ validationWeight, judges }: Reviewer): string =>
  sha256(JSON.stringify([validationWeight, judges]));

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
