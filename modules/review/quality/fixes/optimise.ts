/** The loop of a fix run: improve, review again, keep the best. */
import { counted } from '../../../../toolbox/plural.js';

export const DEFAULT_THRESHOLD = 90;
export const DEFAULT_ITERATIONS = 3;

/** A state of the files with its score; `null` is below all others. */
export interface Scored {
  readonly score: number | null;
}

/** What an iteration proposes. */
export interface Candidate<F> {
  readonly files: F;
  /** What was changed and why, each in one sentence. */
  readonly changes: readonly string[];
  /** Why it is dropped, if whoever made it knows that. */
  readonly dropped?: string | undefined;
}

/** How one iteration ended. */
export interface Iteration {
  /** From 1. */
  readonly iteration: number;
  /** `null` if the candidate was dropped, or has no score. */
  readonly score: number | null;
  /** Why the candidate was dropped; `null` if it was not. */
  readonly dropped: string | null;
  readonly changes: readonly string[];
}

/** What the next iteration may learn from. */
export interface Attempt<F, R> {
  readonly iteration: number;
  /** The best files so far. */
  readonly files: F;
  readonly review: R;
  readonly earlier: readonly Iteration[];
  readonly signal: AbortSignal;
}

/** `undefined` if there is nothing left to improve. */
export type Improved<F> = Candidate<F> | undefined;

export interface Optimisation<F, R extends Scored> {
  readonly baseline: F;
  readonly threshold: number;
  readonly maxIterations: number;
  review(files: F, signal: AbortSignal): R | Promise<R>;
  improve(attempt: Attempt<F, R>): Improved<F> | Promise<Improved<F>>;
  /** Why a reviewed candidate is dropped, compared with the baseline; `undefined` if it is acceptable. */
  refusal(
    before: { readonly files: F; readonly review: R },
    after: { readonly files: F; readonly review: R },
  ): string | undefined;
  /** Why a candidate is dropped without a review. */
  forbidden?(before: { readonly files: F; readonly review: R }, after: F): string | undefined;
  /** Why nothing was changed, in one sentence, if the first `improve` finds nothing to improve. */
  readonly nothingToImprove: string;
  /** Called with each iteration when it has ended, and with the best score so far. */
  progress?(done: Iteration, best: number | null): void | Promise<void>;
  /** Ends the run within an iteration, with the signal's reason. */
  readonly signal: AbortSignal;
}

export interface Optimised<F, R> {
  readonly baselineScore: number | null;
  readonly finalScore: number | null;
  readonly summaryOfChanges: string;
  readonly iterations: readonly Iteration[];
  /** The iteration whose files were chosen; 0 for the baseline. */
  readonly chosen: number;
  readonly files: F;
  /** Of the chosen files. */
  readonly review: R;
}

interface State<F, R> {
  readonly files: F;
  readonly review: R;
  readonly iteration: number;
  /** All since the baseline. */
  readonly changes: readonly string[];
}

/** Whether a score reaches a threshold. Without a score nothing is reached, not even 0. */
export const reaches = (score: number | null, threshold: number): boolean =>
  score !== null && score >= threshold;

/** Ends at the threshold, after the last iteration, or when there is nothing left to improve. The best candidate wins, the earlier on a tie. */
export async function optimise<F, R extends Scored>(
  run: Optimisation<F, R>,
): Promise<Optimised<F, R>> {
  const { threshold, maxIterations, signal } = run;
  signal.throwIfAborted();
  const first = { files: run.baseline, iteration: 0, changes: [] };
  const baseline = await reviewed(run, first);
  const iterations: Iteration[] = [];
  let best = baseline;
  while (iterations.length < maxIterations && !reaches(best.review.score, threshold)) {
    const iteration = iterations.length + 1;
    const { files, review } = best;
    const candidate = await run.improve({ iteration, files, review, earlier: iterations, signal });
    signal.throwIfAborted();
    if (candidate === undefined) break;
    const tried = await triedOf(run, { baseline, best, candidate, iteration });
    iterations.push(tried.done);
    if (tried.state !== undefined && isBetter(tried.state, best)) best = tried.state;
    await run.progress?.(tried.done, best.review.score);
  }
  return resultOf({ ...run, baseline, best, iterations });
}

async function triedOf<F, R extends Scored>(
  run: Optimisation<F, R>,
  of: {
    readonly baseline: State<F, R>;
    readonly best: State<F, R>;
    readonly candidate: Candidate<F>;
    readonly iteration: number;
  },
): Promise<{ readonly done: Iteration; readonly state?: State<F, R> }> {
  const { baseline, best, candidate, iteration } = of;
  const { files, changes } = candidate;
  const forbidden = candidate.dropped ?? run.forbidden?.(baseline, files);
  if (forbidden !== undefined)
    return { done: { iteration, score: null, dropped: forbidden, changes } };
  const state = await reviewed(run, { files, iteration, changes: [...best.changes, ...changes] });
  const dropped = run.refusal(baseline, state);
  if (dropped !== undefined) return { done: { iteration, score: null, dropped, changes } };
  return { done: { iteration, score: state.review.score, dropped: null, changes }, state };
}

async function reviewed<F, R extends Scored>(
  run: Optimisation<F, R>,
  state: Omit<State<F, R>, 'review'>,
): Promise<State<F, R>> {
  const review = await run.review(state.files, run.signal);
  run.signal.throwIfAborted();
  return { ...state, review };
}

const isBetter = <F, R extends Scored>(one: State<F, R>, other: State<F, R>): boolean =>
  rank(one.review.score) > rank(other.review.score);

const rank = (score: number | null): number => score ?? -1;

interface Ended<F, R> {
  readonly baseline: State<F, R>;
  readonly best: State<F, R>;
  readonly iterations: readonly Iteration[];
  readonly threshold: number;
  readonly nothingToImprove: string;
}

function resultOf<F, R extends Scored>(of: Ended<F, R>): Optimised<F, R> {
  const { baseline, best, iterations } = of;
  return {
    baselineScore: baseline.review.score,
    finalScore: best.review.score,
    summaryOfChanges: summaryOf(of),
    iterations,
    chosen: best.iteration,
    files: best.files,
    review: best.review,
  };
}

function summaryOf<F, R extends Scored>(of: Ended<F, R>): string {
  const { baseline, best, iterations, threshold } = of;
  if (reaches(baseline.review.score, threshold))
    return `Nothing was changed: the skill has the score ${baseline.review.score}, and ${threshold} was asked for.`;
  if (iterations.length === 0) return of.nothingToImprove;
  if (best.iteration === 0)
    return `Nothing was changed: no improvement in ${counted(iterations.length, 'iteration')} was better.${droppedOf(iterations)}`;
  return best.changes.length === 0 ? 'The texts were revised.' : best.changes.join('\n');
}

function droppedOf(iterations: readonly Iteration[]): string {
  const dropped = iterations.flatMap(({ dropped: reason }) => reason ?? []);
  return dropped.length === 0 ? '' : ` Dropped: ${dropped.join(' ')}`;
}
