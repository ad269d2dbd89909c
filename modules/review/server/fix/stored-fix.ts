import type { FixedFileView, FixResult } from '../../contract/fix-view.js';
import type { Iteration } from '../../quality/fixes/optimise.js';
import type { ReviewRun } from '../runs/review-run.entity.js';

/** The stored result of a fix run. The files are in an archive of their own. */
export interface StoredFix {
  readonly baselineScore: number | null;
  readonly finalScore: number | null;
  readonly summaryOfChanges: string;
  readonly iterations: readonly Iteration[];
  readonly files: readonly FixedFileView[];
  /** Results of earlier versions of the server are without. */
  readonly differences?: string;
}

const NOTHING = {
  baselineScore: null,
  finalScore: null,
  summaryOfChanges: null,
  iterations: [],
  files: [],
} as const;

/** The part of a view that shows a fix run; `stored` is `undefined` before the run is completed. */
export function fixResultOf(
  { fix, model }: Pick<ReviewRun, 'fix' | 'model'>,
  stored: StoredFix | undefined,
): FixResult {
  const { threshold = 0, maxIterations = 1 } = fix ?? {};
  return {
    config: { threshold, maxIterations, model },
    differences: null,
    ...(stored ?? NOTHING),
  };
}
