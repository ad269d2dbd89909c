/** Whether an agent can act on the instructions as they stand. */
import { ORDER, PLACEHOLDER } from '../tables/prose.js';
import { localTarget } from '../document/links.js';
import { upTo, type Dimension, type Located, type Subject } from './feature.js';

const ordersIn = ({ content }: Subject): readonly Located[] =>
  content.paragraphs.filter(({ text }) => ORDER.test(text.replace(/^[^\p{L}]+/u, '')));

export const actionability: Dimension = {
  id: 'actionability',
  weight: 0.3,
  about: 'instructions',
  features: [
    {
      points: 1.6,
      reason: 'names a command, file or value exactly',
      suggestion: 'Name commands, files, options and values exactly, as `code`.',
      measure({ content }) {
        const perLine = content.codes.length / Math.max(20, content.filled);
        const at = content.codes;
        return { share: Math.min(1, perLine / 0.35) * Math.min(1, at.length / 4), at };
      },
    },
    {
      points: 1.2,
      reason: 'is an order',
      suggestion: 'Write what to do as orders: "Run …", "Check …", "Write …".',
      measure(subject) {
        const at = ordersIn(subject);
        const all = Math.max(4, subject.content.paragraphs.length);
        return { share: Math.min(1, at.length / all / 0.3), at };
      },
    },
    {
      points: 1,
      reason: 'can be run or copied',
      suggestion:
        'Show commands and code that can be run as they stand, in a fence with its language.',
      measure: ({ content }) =>
        upTo(
          2,
          content.fences.filter(({ language }) => language !== ''),
        ),
    },
    {
      points: 0.4,
      reason: 'leads to a file of the skill',
      suggestion: 'Link the scripts, templates and references that a step needs.',
      measure: ({ skill }) =>
        upTo(
          2,
          skill.body.links.filter(({ target }) => {
            const path = localTarget(skill.file, target)?.path;
            return path !== undefined && path !== skill.file && skill.paths.has(path);
          }),
        ),
    },
    {
      points: -1,
      reason: 'is not written yet',
      suggestion: 'Replace what is left to fill in by what holds.',
      measure: ({ content }) =>
        upTo(
          2,
          content.paragraphs.filter(({ text }) => PLACEHOLDER.test(text)),
        ),
    },
  ],
};
