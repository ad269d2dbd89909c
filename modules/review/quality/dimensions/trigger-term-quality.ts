/** Whether a description has the words that people say when they need the skill. */
import { inDescription, termsInDescription } from './located.js';
import { NOTHING, upTo, type Dimension, type Subject } from './feature.js';
import { useWhenAt } from '../caps.js';
import { termsOf } from '../document/words.js';

/** What people type: quoted phrases, extensions of files, names of commands. */
const TYPED =
  /"[^"\n]{3,80}"|“[^”\n]{3,80}”|`[^`\n]{2,80}`|(?<!\w)'[^'\n]{3,60}'(?!\w)|(?<![\w.])[*]?\.[a-z]{1,10}\b|\b[\w-]+\.(?:json|md|ya?ml|toml|xml|csproj|props|ts|js|py|sql)\b/gi;

const whenTerms = ({ description }: Subject): readonly string[] => [
  ...termsOf(description.when.join('\n')),
];

/** Line on which the description begins to say when. */
function whenLine(subject: Subject): number {
  const [first = ''] = subject.description.when;
  return inDescription(subject, first.slice(Math.max(0, useWhenAt(first))).slice(0, 20)).line;
}

export const triggerTermQuality: Dimension = {
  id: 'trigger_term_quality',
  weight: 0.3,
  about: 'description',
  features: [
    {
      points: 2,
      reason: 'tells of a situation in which the skill is wanted',
      suggestion: ({ skill }) =>
        useWhenAt(skill.description) < 0
          ? 'Add a sentence "Use when …" with the requests that people make, in their words.'
          : 'Name more of the situations and requests in which the skill is wanted, in the words of its users.',
      measure: (subject) =>
        upTo(8, termsInDescription(subject, whenTerms(subject), whenLine(subject))),
    },
    {
      points: 1.4,
      reason: 'is a word of the instructions',
      suggestion:
        'Use words of the instructions in the description, and drop words that the instructions never mention.',
      measure: (subject) => upTo(14, termsInDescription(subject, subject.description.anchored)),
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
