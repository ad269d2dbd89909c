import { expect, it } from '@jest/globals';
import { normalizedOf, reviewScoreOf, runScoreOf, tileScoreOf, weightedScoreOf } from './score.js';

const component = (weight: number, normalized: number | null) => ({ id: 'x', weight, normalized });

it('adds without the errors of binary fractions', () => {
  expect(reviewScoreOf([component(0.2, 1), component(0.4, 1), component(0.4, 1)])).toBe(100);
  expect(reviewScoreOf([component(0.29, 1), component(0.71, 0)])).toBe(29);
  expect(reviewScoreOf([component(0.58, 1), component(0.42, 0)])).toBe(58);
  expect(reviewScoreOf([component(0.5, 0.999), component(0.5, 1)])).toBe(99);
  expect(reviewScoreOf([component(0.5, null), component(0.5, 1)])).toBeNull();
});

it('weighs dimensions on the scale', () => {
  const dimensions = [
    { id: 'a', weight: 0.3 },
    { id: 'b', weight: 0.7 },
  ];
  const weighted = weightedScoreOf({ a: { score: 3 }, b: { score: 4 } }, dimensions);
  expect(weighted).toBe(3.7);
  expect(normalizedOf(weighted, { min: 1, max: 5 })).toBe(0.675);
});

it('gives several skills the floored mean, and nothing if one has none', () => {
  const skills = (...scores: (number | null)[]) => scores.map((reviewScore) => ({ reviewScore }));
  expect(runScoreOf(skills(80, 81))).toBe(80);
  expect(runScoreOf(skills(80, null))).toBeNull();
  expect(runScoreOf([])).toBeNull();
});

it('gives a plugin 80 % of its review score without evaluations, and all of it with three', () => {
  const grown = [0, 1, 2, 3, 12].map((evals) => tileScoreOf(90, evals));
  expect(grown).toEqual([72, 78, 84, 90, 90]);
  expect([0, 1, 2, 3].map((evals) => tileScoreOf(100, evals))).toEqual([80, 86, 93, 100]);
  expect(tileScoreOf(null, 3)).toBeNull();
});
