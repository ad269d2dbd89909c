/** A skill's report with the judgements of a model in place of those of the engine. */
import { shown } from '../../engine/shown.js';
import type { Check, Component, Judgement, SkillReport, Validation } from '../report.js';
import type { Reviewer } from '../reviewers/reviewer.js';
import { reviewScoreOf } from '../score.js';
import type { Address } from './addressed.js';
import type { SkillData } from './skill-data.js';

/** The check that reports text which tells the judge what to answer. */
export const JUDGE_ADDRESSED = 'judge_addressed';

/** `judgements` has one for each judge of the reviewer. */
export function judgedSkill(
  skill: SkillReport,
  { validationWeight, judges }: Reviewer,
  {
    judgements,
    addresses,
    leftOut,
  }: {
    readonly judgements: ReadonlyMap<string, Judgement>;
    readonly addresses: readonly Address[];
    readonly leftOut: SkillData['leftOut'];
  },
): SkillReport {
  const checks = skill.scoring.find(({ id }) => id === 'validation')?.normalized ?? null;
  const scoring: readonly Component[] = [
    { id: 'validation', weight: validationWeight, normalized: checks },
    ...judges.map(({ stem, weight }) => ({
      id: stem,
      weight,
      normalized: judgements.get(stem)?.normalizedScore ?? null,
    })),
  ];
  return {
    ...skill,
    validation: withAddresses(skill.validation, addresses),
    judges: Object.fromEntries(judgements),
    scoring,
    reviewScore: reviewScoreOf(scoring),
    ...(leftOut.length > 0 && {
      leftOut: leftOut.map(({ path, reason }) => `${shown(path)}: ${reason}`),
    }),
  };
}

/** The share of the checks in the score stays as it was: what the text pays for is the limit of its scores. */
function withAddresses(validation: Validation, addresses: readonly Address[]): Validation {
  const [first] = addresses;
  if (first === undefined) return validation;
  const check: Check = {
    name: JUDGE_ADDRESSED,
    status: 'warning',
    message: `${first.file}:${first.line} tells the judge what to answer. Leave it out: with it no score is higher than without a model.`,
    details: {
      file: first.file,
      line: first.line,
      lines: addresses.map(({ file, line, excerpt }) => `${file}:${line}: ${excerpt}`),
    },
  };
  const checks = [...validation.checks.filter(({ name }) => name !== JUDGE_ADDRESSED), check];
  const warningCount = checks.filter(({ status }) => status === 'warning').length;
  return { ...validation, checks, warningCount };
}
