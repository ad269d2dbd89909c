import { defineExtensionPoint, type Constructor } from 'svc-registry/kernel';

/** One question of a rubric. */
export interface RubricDimension {
  /** Small letters, digits and `_`, a letter first; unique in the rubric. */
  readonly id: string;
  readonly name: string;
  /** Its share of the judge's score, with at most 6 decimals; those of a rubric sum to exactly 1. */
  readonly weight: number;
  readonly question: string;
  /** Why it matters. */
  readonly rationale?: string;
  /** What a skill with a score is like, by score: a text, or an object of texts. The ends of the scale are required. */
  readonly scores: Readonly<Record<string, unknown>>;
}

/** What a judge judges by. */
export interface Rubric {
  /** What is judged, such as `description` or `content`. */
  readonly evaluation_target: string;
  /** Integers. */
  readonly scale: { readonly min: number; readonly max: number };
  readonly dimensions: readonly RubricDimension[];
  /** What belongs to the target and what does not; required for the target `content`. */
  readonly scope?: unknown;
  /** How to decide between scores; required for the target `content`. */
  readonly scoring_notes?: unknown;
  /** Judged examples. */
  readonly reference_examples?: unknown;
}

/** A reviewer, as its files have it. */
export interface ReviewerDefinition {
  readonly config: {
    /** The share of the checks in the score. With those of the judges it sums to exactly 1. */
    readonly validation_weight: number;
    readonly judges: Readonly<Record<string, { readonly weight: number }>>;
  };
  /** By the names of the judges. */
  readonly rubrics: Readonly<Record<string, Rubric>>;
}

/** Where a reviewer plugin travels in the archive of the subject. Quality reviews and fix runs never look at this folder as a part of the subject. */
export const REVIEWER_FOLDER = '.svc-reviewer/';

/** Gives the rubrics and weights that a model judges skills by. What it gives is checked like a reviewer plugin. */
export interface ReviewerSource {
  reviewer(): Promise<ReviewerDefinition>;
}

/** The form of the names of reviewers that modules contribute. */
export const reviewerName = {
  pattern: '^[a-z][a-z0-9]*([.-][a-z0-9]+)*$',
  is: 'small letters, digits, "-" and "."',
} as const;

/**
 * Reviewers that skills can be judged by, besides those in plugins. A contribution's id is the name by which a review asks for it; it has no
 * `/`, which names of plugins have. Server facet.
 */
export const reviewersPoint = defineExtensionPoint<
  { readonly summary: string },
  Constructor<ReviewerSource>
>('review.reviewers', { fields: { summary: 'text' } }, reviewerName);

export { evaluationsPoint, type Evaluations } from './evaluations.js';
