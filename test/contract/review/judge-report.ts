import type { BundleFile } from '../../../modules/review/engine/analyse.js';
import type { QualityReport, SkillReport } from '../../../modules/review/quality/report.js';
import { defaultReviewer } from '../../../modules/review/quality/reviewers/default/index.js';
import type { Rubric } from '../../../modules/review/contract/reviewers.js';

/** Files of a bundle. */
export const bundle = (files: Readonly<Record<string, string>>): readonly BundleFile[] =>
  Object.entries(files).map(([path, text]) => ({
    path,
    mode: 0o644,
    content: Buffer.from(text),
    role: path.endsWith('SKILL.md') ? 'instructions' : 'reference',
  }));

export interface Without {
  readonly path?: string;
  readonly description?: string;
  /** The score of each dimension without a model; `null` if the gate refuses the skill. */
  readonly score?: number | null;
}

/** What the engine says of skills, without a model. */
export function reportWithout(...skills: readonly Without[]): QualityReport {
  return { reviewScore: null, skills: skills.map(skillWithout) };
}

function skillWithout({ path = '', description = '', score = 3 }: Without): SkillReport {
  const judges = Object.entries(defaultReviewer.rubrics).map(([stem, { dimensions }]) => {
    const one = { score: score ?? 1, reasoning: '', evidence: [], suggestion: null };
    const scores = Object.fromEntries(dimensions.map(({ id }) => [id, one]));
    const judgement = {
      success: true,
      scale: { min: 1, max: 5 },
      scores,
      overallAssessment: '',
      suggestions: [],
      weightedScore: score ?? 1,
      normalizedScore: ((score ?? 1) - 1) / 4,
    };
    return [stem, judgement] as const;
  });
  return {
    name: 'poet',
    path,
    reviewScore: score === null ? null : score * 20,
    validation: {
      skillName: 'poet',
      skillDescription: description,
      checks: [{ name: 'body_present', status: 'passed', message: 'There is text.' }],
      overallPassed: score !== null,
      errorCount: score === null ? 1 : 0,
      warningCount: 0,
    },
    judges: score === null ? {} : Object.fromEntries(judges),
    scoring: [{ id: 'validation', weight: 0.2, normalized: score === null ? null : 1 }],
  };
}

/** A valid answer with one score for all dimensions. */
export const answerOf = ({ dimensions }: Pick<Rubric, 'dimensions'>, score: number) => ({
  scores: Object.fromEntries(
    dimensions.map(({ id }) => [
      id,
      { reasoning: `SKILL.md:1 is a ${score}.`, score, suggestion: 'Say more.' },
    ]),
  ),
  overall_assessment: `A ${score}.`,
  suggestions: ['Say more.'],
});
