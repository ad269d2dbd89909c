/** How scores become one number. Weights are decimal fractions, so sums are rounded before they are floored: 0.2 + 0.4 + 0.4 is 1. */
import type { Component, SkillReport } from './report.js';

export interface Scale {
  readonly min: number;
  readonly max: number;
}

/** Finer than any weight, coarser than the error of a sum of them. */
const DIGITS = 9;

const rounded = (value: number): number => Number(value.toFixed(DIGITS));

/** The sum of the scores times the weights of their dimensions. */
export function weightedScoreOf(
  scores: Readonly<Record<string, { readonly score: number }>>,
  dimensions: readonly { readonly id: string; readonly weight: number }[],
): number {
  const parts = dimensions.map(({ id, weight }) => (scores[id]?.score ?? 0) * weight);
  return rounded(parts.reduce((sum, part) => sum + part, 0));
}

/** A score of a scale between 0 and 1. */
export const normalizedOf = (score: number, { min, max }: Scale): number =>
  rounded((score - min) / (max - min));

/** 0 to 100, floored; `null` if a component is missing. */
export function reviewScoreOf(components: readonly Component[]): number | null {
  let sum = 0;
  for (const { weight, normalized } of components) {
    if (normalized === null) return null;
    sum += weight * normalized;
  }
  return Math.floor(rounded(100 * sum));
}

/** The floored mean of skills; `null` when one of them has no score, and without any. */
export function runScoreOf(skills: readonly Pick<SkillReport, 'reviewScore'>[]): number | null {
  let sum = 0;
  for (const { reviewScore } of skills) {
    if (reviewScore === null) return null;
    sum += reviewScore;
  }
  return skills.length === 0 ? null : Math.floor(sum / skills.length);
}

/** Percent of its review score that a plugin gets without evaluations, and how many it needs for all of it (specification, "Limits"). */
const WITHOUT_EVALS = 80;
const ENOUGH_EVALS = 3;

/** The score of a plugin, floored; `null` without a review score. */
export function tileScoreOf(reviewScore: number | null, evals: number): number | null {
  if (reviewScore === null) return null;
  const grown = ((100 - WITHOUT_EVALS) * Math.min(evals, ENOUGH_EVALS)) / ENOUGH_EVALS;
  return Math.floor(rounded((reviewScore * (WITHOUT_EVALS + grown)) / 100));
}
