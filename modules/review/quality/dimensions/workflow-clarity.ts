/** Whether the order of the work is clear, and where it is checked. */
import { CHECKPOINT, DECISION, FEEDBACK } from '../tables/prose.js';
import { STEP_HEADING } from '../tables/phrases.js';
import { NOTHING, upTo, type Dimension, type Located, type Subject } from './feature.js';

const NUMBERED = /^(?:(?:step|phase|stage)\s+)?\d+\b/i;

const stepsOf = ({ content }: Subject): readonly Located[] => [
  ...content.paragraphs.filter(({ ordered }) => ordered),
  ...content.headings.filter(({ text }) => NUMBERED.test(text)),
];

const saying = ({ content }: Subject, pattern: RegExp): readonly Located[] =>
  content.paragraphs.filter(({ text }) => pattern.test(text));

/** Lines of a skill that is one task. */
const SHORT = 50;

export const workflowClarity: Dimension = {
  id: 'workflow_clarity',
  weight: 0.25,
  about: 'instructions',
  features: [
    {
      points: 1.4,
      reason: 'is a step in order',
      suggestion: 'Number the steps in the order in which they are done.',
      measure: (subject) => upTo(3, stepsOf(subject)),
    },
    {
      points: 0.6,
      reason: 'is the heading of a workflow or of a step',
      suggestion: 'Give the workflow a heading of its own.',
      measure: ({ content }) =>
        upTo(
          1,
          content.headings.filter(({ text }) => STEP_HEADING.test(text)),
        ),
    },
    {
      points: 0.8,
      reason: 'is where the work is checked',
      suggestion: 'After each step that can go wrong, say how to check its result.',
      measure: (subject) => upTo(2, saying(subject, CHECKPOINT)),
    },
    {
      points: 0.7,
      reason: 'says what to do in which case',
      suggestion: 'Say what to do where the work can take two ways: "If …, …; otherwise …".',
      measure: (subject) => upTo(2, saying(subject, DECISION)),
    },
    {
      points: 0.5,
      reason: 'says what to do until it is right',
      suggestion: 'Say what to repeat until the check passes.',
      measure: (subject) => upTo(1, saying(subject, FEEDBACK)),
    },
    {
      // no advice: a longer skill has reasons to be longer, and is better off with steps in order
      points: 1.5,
      reason: 'is short enough to be followed at a glance',
      measure: (subject) =>
        subject.content.filled <= SHORT && subject.content.paragraphs.length >= 3
          ? upTo(1, subject.content.paragraphs.slice(0, 1))
          : NOTHING,
    },
  ],
};
