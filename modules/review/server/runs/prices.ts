import type { ReviewRun } from './review-run.entity.js';

/** What runs cost, in credits (decisions of the specification, "Credits"). */
export const prices = { security: 0, quality: 1, judgedQuality: 5, fixIteration: 5 } as const;

/** The most that a run may cost. */
export function priceOf({ type, model, fix }: Pick<ReviewRun, 'type' | 'model' | 'fix'>): number {
  if (type === 'security') return prices.security;
  if (type === 'quality') return model === null ? prices.quality : prices.judgedQuality;
  return iterationsOf(fix?.maxIterations ?? 0, model) * prices.fixIteration;
}

/** The most iterations of a fix run: safe fixes are found at once. */
export const iterationsOf = (maxIterations: number, model: string | null): number =>
  model === null ? Math.min(maxIterations, 1) : maxIterations;
