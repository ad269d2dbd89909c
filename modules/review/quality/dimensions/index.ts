/** The judges without a model: their dimensions, weights and caps. */
import { actionability } from './actionability.js';
import { completeness } from './completeness.js';
import { conciseness } from './conciseness.js';
import { distinctiveness } from './distinctiveness.js';
import type { Dimension } from './feature.js';
import { progressiveDisclosure } from './progressive-disclosure.js';
import { specificity } from './specificity.js';
import { triggerTermQuality } from './trigger-term-quality.js';
import { workflowClarity } from './workflow-clarity.js';

export interface JudgeRule {
  readonly id: string;
  readonly weight: number;
  readonly dimensions: readonly Dimension[];
}

export const VALIDATION_WEIGHT = 0.2;

export const judges: readonly JudgeRule[] = [
  {
    id: 'description',
    weight: 0.4,
    dimensions: [specificity, triggerTermQuality, completeness, distinctiveness],
  },
  {
    id: 'content',
    weight: 0.4,
    dimensions: [conciseness, actionability, workflowClarity, progressiveDisclosure],
  },
];
