/** What a review of quality finds out, with and without a model. */

export type CheckStatus = 'passed' | 'warning' | 'error';

/** One check of the gate. An error means that there is no score. */
export interface Check {
  /** Such as `frontmatter_valid`. */
  readonly name: string;
  readonly status: CheckStatus;
  readonly message: string;
  /** Where the fault is (`file`, `line`), and the text that would be right (`corrected`). */
  readonly details?: Readonly<Record<string, string | number | readonly string[]>>;
}

export interface Validation {
  readonly skillName: string | null;
  readonly skillDescription: string | null;
  readonly checks: readonly Check[];
  readonly overallPassed: boolean;
  readonly errorCount: number;
  readonly warningCount: number;
}

/** What speaks for or against a score: a line, and what it adds or takes. */
export interface Evidence {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly excerpt: string;
  /** Points of the dimension's scale that it adds; below 0 those that it takes. */
  readonly points: number;
  /** What the line shows. */
  readonly reason: string;
}

export interface DimensionScore {
  /** On the judge's scale. Of several answers of a model, the median. */
  readonly score: number;
  readonly reasoning: string;
  /** Empty for what a model answered. */
  readonly evidence: readonly Evidence[];
  /** What would raise the score; `null` at the top of the scale. */
  readonly suggestion: string | null;
  /** Where that is to be done; left out for what a model answered, and without a suggestion. */
  readonly suggestionAt?: { readonly file: string; readonly line: number };
  /** Lowest and highest of several answers; left out for one. */
  readonly spread?: readonly [least: number, most: number];
  /** The cap that lowered the score, in words; left out if none did. */
  readonly cappedBy?: string;
}

/** One judge: a part of the score with dimensions of its own, such as `description` and `content`. */
export interface Judgement {
  readonly success: boolean;
  readonly errorMessage?: string;
  readonly scale: { readonly min: number; readonly max: number };
  readonly scores: Readonly<Record<string, DimensionScore>>;
  readonly overallAssessment: string;
  readonly suggestions: readonly string[];
  /** Sum of the scores times the weights of their dimensions. */
  readonly weightedScore: number;
  /** The weighted score between 0 and 1. */
  readonly normalizedScore: number;
}

export interface Component {
  /** `validation`, or the judge's name. */
  readonly id: string;
  readonly weight: number;
  /** Between 0 and 1; `null` if the validation failed. */
  readonly normalized: number | null;
}

export interface SkillReport {
  /** The name in `SKILL.md`, else that of its folder. */
  readonly name: string;
  /** The folder of the `SKILL.md` in the bundle; empty for the root. */
  readonly path: string;
  /** 0 to 100; `null` if a check of the gate is an error. */
  readonly reviewScore: number | null;
  readonly validation: Validation;
  /** Empty if a check of the gate is an error. */
  readonly judges: Readonly<Record<string, Judgement>>;
  readonly scoring: readonly Component[];
  /** Files that a model was not shown, or not whole, with the reason; left out without such files and without a model. */
  readonly leftOut?: readonly string[];
}

export interface QualityReport {
  /** The floored mean of the skills; `null` when one of them has none. */
  readonly reviewScore: number | null;
  /** In the order of their paths. */
  readonly skills: readonly SkillReport[];
}
