import { describe, expect, it } from '@jest/globals';
import { optimise, type Iteration } from './optimise.js';

/** Scores of the baseline and of each candidate; `x` is a candidate that is dropped. */
type Order = readonly (number | null | 'x')[];

interface Asked {
  readonly threshold?: number;
  readonly maxIterations?: number;
  readonly signal?: AbortSignal;
}

/** Runs the loop over files that are the number of the iteration that made them. */
async function scripted(order: Order, asked: Asked = {}) {
  const seen: Iteration[] = [];
  const bases: number[] = [];
  const result = await optimise<number, { score: number | null }>({
    baseline: 0,
    threshold: asked.threshold ?? 90,
    maxIterations: asked.maxIterations ?? 10,
    signal: asked.signal ?? new AbortController().signal,
    review: (files) => {
      const score = order[files];
      return { score: score === 'x' || score === undefined ? 99 : score };
    },
    improve: ({ iteration, files }) => {
      bases.push(files);
      return iteration < order.length
        ? { files: iteration, changes: [`change ${iteration}`] }
        : undefined;
    },
    refusal: (_before, { files }) => (order[files] === 'x' ? 'It deletes a file.' : undefined),
    nothingToImprove: 'Nothing was found.',
    progress: (done) => void seen.push(done),
  });
  return { ...result, seen, bases };
}

describe('the best iteration wins', () => {
  it.each<{ name: string; order: Order; chosen: number; finalScore: number | null }>([
    { name: 'rising', order: [50, 60, 70, 80], chosen: 3, finalScore: 80 },
    { name: 'falling', order: [50, 80, 70, 60], chosen: 1, finalScore: 80 },
    { name: 'best in the middle', order: [50, 60, 85, 70], chosen: 2, finalScore: 85 },
    { name: 'a tie of two', order: [50, 80, 80, 70], chosen: 1, finalScore: 80 },
    { name: 'a tie with the baseline', order: [80, 80, 80, 80], chosen: 0, finalScore: 80 },
    { name: 'all worse', order: [70, 60, 50, 40], chosen: 0, finalScore: 70 },
    { name: 'dropped in between', order: [50, 60, 'x', 70], chosen: 3, finalScore: 70 },
    { name: 'all dropped', order: [50, 'x', 'x', 'x'], chosen: 0, finalScore: 50 },
    { name: 'a baseline without a score', order: [null, null, 40, 30], chosen: 2, finalScore: 40 },
    { name: 'candidates without a score', order: [10, null, null, 20], chosen: 3, finalScore: 20 },
  ])('$name', async ({ order, chosen, finalScore }) => {
    const result = await scripted(order);
    expect(result).toMatchObject({
      chosen,
      files: chosen,
      finalScore,
      baselineScore: order[0],
    });
    expect(result.iterations).toHaveLength(order.length - 1);
    expect(result.seen).toEqual(result.iterations);
  });
});

describe('the loop', () => {
  it('changes nothing at the threshold', async () => {
    const result = await scripted([90, 99]);
    expect(result).toMatchObject({ chosen: 0, finalScore: 90, iterations: [], bases: [] });
    expect(result.summaryOfChanges).toMatch(/Nothing was changed/);
  });

  it('ends as soon as the threshold is reached', async () => {
    const result = await scripted([50, 70, 90, 99]);
    expect(result).toMatchObject({ chosen: 2, finalScore: 90 });
    expect(result.iterations).toHaveLength(2);
  });

  it('ends when the iterations are used', async () => {
    const result = await scripted([50, 51, 52, 53, 54], { maxIterations: 3 });
    expect(result).toMatchObject({ chosen: 3, finalScore: 53 });
  });

  it('ends when there is nothing left to improve', async () => {
    const result = await scripted([50]);
    expect(result).toMatchObject({
      chosen: 0,
      iterations: [],
      summaryOfChanges: 'Nothing was found.',
    });
  });

  it('begins at the best files so far, and sums up what led to the chosen ones', async () => {
    const result = await scripted([50, 60, 40, 'x', 70, 65]);
    expect(result.bases).toEqual([0, 1, 1, 1, 4, 4]);
    expect(result.summaryOfChanges).toBe('change 1\nchange 4');
    expect(result.iterations[2]).toMatchObject({ score: null, dropped: 'It deletes a file.' });
  });

  it('takes no score for less than a threshold of 0', async () => {
    expect(await scripted([null, 0, 99], { threshold: 0 })).toMatchObject({ chosen: 1 });
  });

  it('ends within an iteration when it is cancelled', async () => {
    const cancel = new AbortController();
    const reason = new Error('cancelled');
    const review = (files: number) => {
      if (files === 1) cancel.abort(reason);
      return { score: 50 };
    };
    const running = optimise({
      baseline: 0,
      threshold: 90,
      maxIterations: 3,
      signal: cancel.signal,
      review,
      improve: ({ iteration }) => ({ files: iteration, changes: [] }),
      refusal: () => undefined,
      nothingToImprove: '',
    });
    await expect(running).rejects.toBe(reason);
  });

  it('asks for no review of what was dropped by whoever made it', async () => {
    const reviews: number[] = [];
    const result = await optimise({
      baseline: 0,
      threshold: 90,
      maxIterations: 2,
      signal: new AbortController().signal,
      review: (files: number) => {
        reviews.push(files);
        return { score: 50 + files };
      },
      improve: ({ iteration }) => ({
        files: iteration,
        changes: [],
        dropped: iteration === 1 ? 'It was read in part.' : undefined,
      }),
      refusal: () => undefined,
      nothingToImprove: '',
    });
    expect(reviews).toEqual([0, 2]);
    expect(result).toMatchObject({
      chosen: 2,
      iterations: [{ score: null, dropped: 'It was read in part.' }, { score: 52 }],
    });
  });

  it('asks for no review of what is forbidden', async () => {
    const reviews: number[] = [];
    const result = await optimise({
      baseline: 0,
      threshold: 90,
      maxIterations: 1,
      signal: new AbortController().signal,
      review: (files: number) => {
        reviews.push(files);
        return { score: 50 };
      },
      improve: ({ iteration }) => ({ files: iteration, changes: [] }),
      refusal: () => undefined,
      nothingToImprove: '',
      forbidden: () => 'It adds a program.',
    });
    expect(reviews).toEqual([0]);
    expect(result.summaryOfChanges).toContain('It adds a program.');
  });
});
