/** Whether a description could be mistaken for another skill's. */
import { inDescription, termsInDescription } from './located.js';
import { upTo, type Dimension, type Subject } from './feature.js';
import { VAGUE } from '../tables/phrases.js';

/** Names: of products, standards, formats and commands. */
const NAME =
  /(?<=[\p{Ll}\p{N},;:)/&-]\s+["'(]?)\p{Lu}[\p{L}\p{N}+#.]*|\b\p{L}*\p{Ll}\p{Lu}\p{L}*\b|\b\p{Lu}{2,}[\p{L}\p{N}]*\b|\B\.[a-z][\w.]+|\b[\w-]+\.(?:json|md|ya?ml|toml|js|ts|py|io|net|dev)\b|`[^`]+`/gu;
const BOUNDARY =
  /\b(?:not for|do(?:es)? not use|don't use|instead of|rather than|only for|only when|except|unlike|outside of)\b/gi;

/** Those of things that the instructions mention. */
const namesIn = ({ description }: Subject): readonly string[] =>
  [...new Set(description.sentences.flatMap((one) => one.match(NAME) ?? []))].filter(
    description.isAbout,
  );

export const distinctiveness: Dimension = {
  id: 'distinctiveness_conflict_risk',
  weight: 0.15,
  about: 'description',
  features: [
    {
      points: 2,
      reason: 'names a product, format or method',
      suggestion: 'Name the products, formats or methods that this skill is for.',
      measure: (subject) =>
        upTo(
          3,
          namesIn(subject).map((name) => inDescription(subject, name)),
        ),
    },
    {
      points: 2,
      reason: 'is a term of the subject',
      suggestion: 'Describe the niche with terms that similar skills do not use.',
      measure: (subject) => upTo(12, termsInDescription(subject, subject.description.terms)),
    },
    {
      points: 0.5,
      reason: 'draws a line to other skills',
      suggestion: 'Say what the skill is not for.',
      measure: (subject) =>
        upTo(
          1,
          subject.description.sentences
            .flatMap((one) => one.match(BOUNDARY) ?? [])
            .map((words) => inDescription(subject, words)),
        ),
    },
    {
      points: -1.5,
      reason: 'is a phrase that many skills have',
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
