/** Whether a description says both what the skill does and when to use it. */
import { useWhenAt } from '../caps.js';
import { inDescription, termsInDescription } from './located.js';
import { NOTHING, upTo, type Dimension } from './feature.js';

/** Characters of a sentence that are shown. */
const SENTENCE = 100;

export const completeness: Dimension = {
  id: 'completeness',
  weight: 0.35,
  about: 'description',
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
          : upTo(1, [inDescription(subject, first.slice(0, 40), SENTENCE)]);
      },
    },
    {
      points: 1,
      reason: 'adds to what the skill does',
      suggestion: 'Say what the skill covers: its main parts, and what comes out.',
      measure: (subject) => upTo(14, termsInDescription(subject, subject.description.terms)),
    },
    {
      points: 2,
      reason: 'says when to use the skill',
      suggestion: ({ skill }) =>
        useWhenAt(skill.description) < 0
          ? 'Add a sentence "Use when …" that names the situations.'
          : 'Name what the instructions are about where the description says when to use the skill.',
      measure(subject) {
        const [first] = subject.description.when;
        if (first === undefined) return NOTHING;
        const words = first.slice(Math.max(0, useWhenAt(first)));
        return upTo(1, [inDescription(subject, words.slice(0, 60), SENTENCE)]);
      },
    },
  ],
};
