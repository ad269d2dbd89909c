/** The quality review of a bundle without a model: pure, offline, and the same answer each time. */
import { posix } from 'node:path';
import type { BundleFile } from '../engine/analyse.js';
import { validate } from './checks/index.js';
import { skillsOf, type Skill } from './document/skill.js';
import { subjectOf } from './dimensions/subject.js';
import type { Subject } from './dimensions/feature.js';
import { judges, VALIDATION_WEIGHT, type JudgeRule } from './dimensions/index.js';
import { SCALE, scoreOf } from './dimensions/score.js';
import type {
  Component,
  DimensionScore,
  Judgement,
  QualityReport,
  SkillReport,
  Validation,
} from './report.js';
import { normalizedOf, reviewScoreOf, runScoreOf, weightedScoreOf } from './score.js';

/** Reviews each skill of a bundle. Throws only because of a bug. */
export function assess(files: readonly BundleFile[]): Promise<QualityReport> {
  const skills = skillsOf(files).map(assessSkill);
  return Promise.resolve({ reviewScore: runScoreOf(skills), skills });
}

function assessSkill(skill: Skill): SkillReport {
  const validation = validate(skill);
  const passed = validation.overallPassed;
  const subject = passed ? subjectOf(skill) : undefined;
  const judged: Record<string, Judgement> = {};
  if (subject !== undefined) for (const rule of judges) judged[rule.id] = judge(rule, subject);
  const scoring: readonly Component[] = [
    {
      id: 'validation',
      weight: VALIDATION_WEIGHT,
      normalized: passed ? passedShare(validation) : null,
    },
    ...judges.map(({ id, weight }) => ({
      id,
      weight,
      normalized: judged[id]?.normalizedScore ?? null,
    })),
  ];
  return {
    name: validation.skillName ?? posix.basename(skill.path),
    path: skill.path,
    reviewScore: reviewScoreOf(scoring),
    validation,
    judges: judged,
    scoring,
  };
}

function judge({ dimensions }: JudgeRule, subject: Subject): Judgement {
  const scores: Record<string, DimensionScore> = Object.fromEntries(
    dimensions.map((dimension) => [dimension.id, scoreOf(dimension, subject)]),
  );
  const weightedScore = weightedScoreOf(scores, dimensions);
  const ordered = Object.entries(scores).sort(([, one], [, other]) => one.score - other.score);
  return {
    success: true,
    scale: SCALE,
    scores,
    overallAssessment: assessment(ordered),
    suggestions: ordered.flatMap(([, { suggestion }]) => (suggestion === null ? [] : [suggestion])),
    weightedScore,
    normalizedScore: normalizedOf(weightedScore, SCALE),
  };
}

/** The share of checks that are passed. */
const passedShare = ({ checks }: Validation): number =>
  checks.filter(({ status }) => status === 'passed').length / checks.length;

/** The best and the worst dimension in a sentence. */
function assessment(ordered: readonly (readonly [string, DimensionScore])[]): string {
  const named = (at: number): string => {
    const [id = '', score] = ordered.at(at) ?? [];
    return `${id.replaceAll('_', ' ')} (${score?.score.toFixed(1) ?? '-'})`;
  };
  return `Strongest: ${named(-1)}. Weakest: ${named(0)}.`;
}
