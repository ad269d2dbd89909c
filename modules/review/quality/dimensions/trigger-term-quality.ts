/** Whether a description has the words that people say when they need the skill. */
import { inDescription } from './located.js';
import { NOTHING, upTo, type Dimension, type Subject } from './feature.js';
import { termsOf } from '../document/words.js';

/** What people type: quoted phrases, extensions of files, names of commands. */
const TYPED =
  /"[^"\n]{3,80}"|“[^”\n]{3,80}”|`[^`\n]{2,80}`|(?<!\w)'[^'\n]{3,60}'(?!\w)|(?<![\w.])[*]?\.[a-z]{1,10}\b|\b[\w-]+\.(?:json|md|ya?ml|toml|xml|csproj|props|ts|js|py|sql)\b/gi;

const whenTerms = ({ description }: Subject): readonly string[] => [
  ...termsOf(description.when.join('\n')),
];

export const triggerTermQuality: Dimension = {
  id: 'trigger_term_quality',
  weight: 0.3,
  features: [
    {
      points: 2,
      reason: 'is a situation in which the skill is wanted',
      suggestion: 'Add a sentence "Use when …" with the requests that people make, in their words.',
      measure: (subject) =>
        upTo(
          8,
          whenTerms(subject).map((term) => inDescription(subject, term)),
        ),
    },
    {
      points: 1.4,
      reason: 'is a word that the instructions are about',
      suggestion:
        'Use the words of the instructions in the description, and drop those that they never mention.',
      measure: (subject) =>
        upTo(
          14,
          [...subject.description.anchored].map((term) => inDescription(subject, term)),
        ),
    },
    {
      points: 0.8,
      reason: 'is what somebody would type',
      suggestion: 'Quote two or three phrases that people type, or name the kinds of files.',
      measure: (subject) => {
        const typed = subject.description.sentences.flatMap((one) => one.match(TYPED) ?? []);
        return upTo(
          3,
          [...new Set(typed)]
            .filter(subject.description.isAbout)
            .map((words) => inDescription(subject, words)),
        );
      },
    },
    {
      points: -1,
      reason: 'only fills: it repeats words, or names what the instructions are not about',
      suggestion: 'Remove repetitions and rows of keywords from the description.',
      measure: (subject) => {
        const { filling } = subject.description;
        return filling.length === 0
          ? NOTHING
          : {
              share: Math.min(1, filling.length / 2),
              at: filling.map((one) => inDescription(subject, one.slice(0, 40))),
            };
      },
    },
  ],
};
