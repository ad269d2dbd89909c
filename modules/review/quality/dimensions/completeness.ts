/** Whether a description says both what the skill does and when to use it. */
import { useWhenAt } from '../caps.js';
import { inDescription } from './located.js';
import { NOTHING, upTo, type Dimension } from './feature.js';

export const completeness: Dimension = {
  id: 'completeness',
  weight: 0.35,
  features: [
    {
      points: 1,
      reason: 'says what the skill does',
      suggestion: 'Begin with a sentence that says what the skill does.',
      measure(subject) {
        const { actions, sentences } = subject.description;
        const [first] = sentences;
        return actions.length === 0 || first === undefined
          ? NOTHING
          : upTo(1, [inDescription(subject, first.slice(0, 40))]);
      },
    },
    {
      points: 1,
      reason: 'adds to what the skill does',
      suggestion: 'Say what the skill covers: its main parts, and what comes out.',
      measure: (subject) =>
        upTo(
          14,
          [...subject.description.terms].map((term) => inDescription(subject, term)),
        ),
    },
    {
      points: 2,
      reason: 'says when to use the skill',
      suggestion: 'Add a sentence "Use when …" that names the situations.',
      measure(subject) {
        const [first] = subject.description.when;
        if (first === undefined) return NOTHING;
        const words = first.slice(Math.max(0, useWhenAt(first)));
        return upTo(1, [inDescription(subject, words.slice(0, 60))]);
      },
    },
  ],
};
