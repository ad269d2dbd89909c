/** One judgement from the answers of a judge: medians, then the caps. */
import { shown } from '../../engine/shown.js';
import { capped, type Cap } from '../caps.js';
import type { DimensionScore, Judgement } from '../report.js';
import type { ReviewerJudge } from '../reviewers/reviewer.js';
import { normalizedOf, weightedScoreOf } from '../score.js';
import type { Vote } from './question.js';

const LONGEST = { reasoning: 2000, suggestion: 1000 };

/** A limit of one dimension. */
export type Limit = Omit<Cap, 'judge'>;

/** The judgement, of at least one answer. */
export function judgementOf(
  { rubric }: ReviewerJudge,
  votes: readonly Vote[],
  limits: readonly Limit[],
): Judgement {
  const { scale, dimensions } = rubric;
  const scores: Record<string, DimensionScore> = {};
  for (const { id } of dimensions) {
    const own = limits.filter(({ dimension }) => dimension === id);
    scores[id] = capped(medianOf(votes, id, scale.max), own, scale.min);
  }
  const weightedScore = weightedScoreOf(scores, dimensions);
  const totals = votes.map((vote) => weightedScoreOf(vote.scores, dimensions));
  const speaker = votes[totals.indexOf(median(totals))] ?? votes[0];
  return {
    success: true,
    scale,
    scores,
    overallAssessment: shown(speaker?.overall_assessment ?? '', LONGEST.reasoning),
    suggestions: (speaker?.suggestions ?? []).map((one) => shown(one, LONGEST.suggestion)),
    weightedScore,
    normalizedScore: normalizedOf(weightedScore, scale),
  };
}

/** The median, with the words of a vote that gave it. */
function medianOf(votes: readonly Vote[], id: string, most: number): DimensionScore {
  const given = votes.flatMap(({ scores }) => scores[id] ?? []);
  const all = given.map(({ score }) => score);
  const score = median(all);
  const { reasoning = '', suggestion = '' } = given.find((one) => one.score === score) ?? {};
  return {
    score,
    reasoning: shown(reasoning, LONGEST.reasoning),
    evidence: [],
    suggestion: score >= most || suggestion === '' ? null : shown(suggestion, LONGEST.suggestion),
    ...(all.length > 1 && { spread: [Math.min(...all), Math.max(...all)] as const }),
  };
}

/** Of an even number the lower one in the middle: a value that somebody gave. */
function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}
