/** How far a judge may go beyond what the program has seen: a text can persuade a model, and not the program. */
import { capsOf, type CappedTexts } from '../caps.js';
import type { SkillReport } from '../report.js';
import { DEFAULT_REVIEWER, type Reviewer, type ReviewerJudge } from '../reviewers/reviewer.js';
import type { Limit } from './judgement.js';

/** Points by which a judge may exceed the score without a model. A program overlooks merits, though not all of them. */
const MOST_ABOVE = 2;

export interface Judged {
  /** The report without a model. */
  readonly skill: SkillReport;
  readonly texts: CappedTexts;
  /** Whether the skill tells the judge what to answer. */
  readonly addressed: boolean;
}

/** The limits of one judge for a skill. */
export function limitsOf(
  judge: ReviewerJudge,
  { ref }: Reviewer,
  judged: Judged,
): readonly Limit[] {
  const { dimensions } = judge.rubric;
  const ids = dimensions.map(({ id }) => id);
  if (ref !== DEFAULT_REVIEWER)
    return judged.addressed ? ids.map((id) => shareOf(id, judge, judged)) : [];
  const caps = capsOf(judged.texts).filter((cap) => cap.judge === judge.stem);
  return [...caps, ...ids.flatMap((id) => aboveOf(id, judge, judged))];
}

/** The engine scores by the dimensions of the default reviewer. */
function aboveOf(
  dimension: string,
  { stem }: ReviewerJudge,
  { skill, addressed }: Judged,
): readonly Limit[] {
  const without = skill.judges[stem]?.scores[dimension]?.score;
  if (without === undefined) return [];
  if (addressed) return [{ dimension, most: without, reason: ADDRESSED }];
  return [{ dimension, most: without + MOST_ABOVE, reason: ABOVE }];
}

/** Other dimensions have no counterpart: the skill gets the share of the scale that it has without a model. */
function shareOf(
  dimension: string,
  { rubric: { scale } }: ReviewerJudge,
  { skill }: Judged,
): Limit {
  const share = (skill.reviewScore ?? 0) / 100;
  const most = Math.floor(scale.min + share * (scale.max - scale.min));
  return { dimension, most, reason: ADDRESSED };
}

const ADDRESSED =
  'the skill tells the judge what to answer, so a model may not score it higher than the program';
const ABOVE = `a model may add at most ${MOST_ABOVE} points to the score without a model`;
