/** Whether the instructions spend few words on what an agent does not know. */
import { KNOWN_ANYWAY, MARKETING, TIME_BOUND } from '../tables/prose.js';
import { falling, upTo, type Dimension, type Located, type Subject } from './feature.js';

/** Tokens, and what such a length is worth. */
const ENOUGH = 700;
const LENGTHS = [
  [ENOUGH, 1],
  [2500, 0.8],
  [5000, 0.35],
  [8000, 0],
] as const;

/** Paragraphs that say what a pattern looks for. */
const saying = ({ content }: Subject, pattern: RegExp): readonly Located[] =>
  content.paragraphs.flatMap(({ text, line }) => {
    const [words] = new RegExp(pattern.source, pattern.flags.replace('g', '')).exec(text) ?? [];
    return words === undefined ? [] : [{ line }];
  });

export const conciseness: Dimension = {
  id: 'conciseness',
  weight: 0.3,
  about: 'instructions',
  features: [
    {
      points: 4,
      reason: ({ content }) =>
        `the instructions have about ${content.tokens} tokens; ${ENOUGH} are fine`,
      suggestion:
        'Shorten the instructions: move detail that is rarely needed into files beside them.',
      measure: ({ content, skill }) => ({
        share: falling(content.tokens, LENGTHS),
        at: [{ line: Math.min(skill.lines.length, skill.body.from + 1) }],
      }),
    },
    {
      points: -1.5,
      reason: 'stands in the instructions already',
      suggestion: 'Say each thing once.',
      measure: ({ content }) => upTo(3, content.repeated),
    },
    {
      points: -1,
      reason: 'explains what agents know',
      suggestion: 'Leave out what agents know: what a format, a tool or a method is.',
      measure: (subject) => upTo(4, saying(subject, KNOWN_ANYWAY)),
    },
    {
      points: -1,
      reason: 'praises instead of telling what to do',
      suggestion: 'Leave out praise and motivation; say what to do.',
      measure: (subject) => upTo(4, saying(subject, MARKETING)),
    },
    {
      points: -0.5,
      reason: 'will be out of date',
      suggestion: 'Replace dates and "latest" by what holds at any time.',
      measure: (subject) => upTo(2, saying(subject, TIME_BOUND)),
    },
  ],
};
