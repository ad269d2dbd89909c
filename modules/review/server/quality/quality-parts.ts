import type {
  JudgementView,
  QualityResult,
  SkillReviewView,
  ValidationView,
} from '../../contract/quality-view.js';
import type { Judgement, QualityReport, SkillReport } from '../../quality/report.js';

/** The parts of a view that show a quality review. */
export interface QualityParts {
  readonly review: QualityResult;
  readonly validation?: ValidationView;
  readonly judges?: Readonly<Record<string, JudgementView>>;
}

/** The checks and judges of the only skill also stand beside the score. */
export function qualityPartsOf({ reviewScore, skills }: QualityReport): QualityParts {
  const review = { reviewScore, skills: skills.map(skillViewOf) };
  const [only, ...others] = review.skills;
  if (only === undefined || others.length > 0) return { review };
  return { review, validation: only.validation, judges: only.judges };
}

function skillViewOf({ judges, scoring, ...rest }: SkillReport): SkillReviewView {
  const views = Object.entries(judges).map(([stem, judge]) => [stem, judgementViewOf(judge)]);
  return {
    ...rest,
    judges: Object.fromEntries(views) as SkillReviewView['judges'],
    scoring: { components: scoring },
  };
}

function judgementViewOf(judgement: Judgement): JudgementView {
  const { scores, overallAssessment, suggestions, ...rest } = judgement;
  return { ...rest, evaluation: { scores, overall_assessment: overallAssessment, suggestions } };
}
