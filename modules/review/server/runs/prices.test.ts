import { expect, it } from '@jest/globals';
import { iterationsOf, priceOf } from './prices.js';

const fix = { threshold: 90, maxIterations: 3 };

it.each([
  ['a security review', { type: 'security', model: 'openai/x', fix: null }, 0],
  ['a quality review', { type: 'quality', model: null, fix: null }, 1],
  ['a judged quality review', { type: 'quality', model: 'openai/x', fix: null }, 5],
  ['a fix run by a model', { type: 'fix', model: 'openai/x', fix }, 15],
  ['safe fixes, which are found at once', { type: 'fix', model: null, fix }, 5],
] as const)('%s costs at most', (_name, run, credits) => {
  expect(priceOf(run)).toBe(credits);
});

it('has no more iterations than were asked for', () => {
  expect([iterationsOf(3, null), iterationsOf(3, 'openai/x'), iterationsOf(0, null)]).toEqual([
    1, 3, 0,
  ]);
});
