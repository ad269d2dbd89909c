/** Whether a description names what the skill does in concrete terms. */
import { VAGUE } from '../tables/phrases.js';
import { inDescription, termsInDescription } from './located.js';
import { upTo, type Dimension } from './feature.js';

export const specificity: Dimension = {
  id: 'specificity',
  weight: 0.2,
  about: 'description',
  features: [
    {
      points: 2,
      reason: 'names an action',
      suggestion:
        'Name the actions that the skill carries out, with their objects: three to five of them.',
      measure: (subject) =>
        upTo(
          4,
          subject.description.actions.map((word) => inDescription(subject, word)),
        ),
    },
    {
      points: 2.5,
      reason: 'names what the action is done to',
      suggestion: 'Name the files, products and results that the skill works on.',
      measure: (subject) => upTo(20, termsInDescription(subject, subject.description.terms)),
    },
    {
      points: -1.5,
      reason: 'is a phrase that fits every skill',
      suggestion: 'Replace phrases that fit every skill by what this one does.',
      measure: (subject) =>
        upTo(
          3,
          [...subject.skill.description.matchAll(VAGUE)].map(([words]) =>
            inDescription(subject, words),
          ),
        ),
    },
  ],
};
