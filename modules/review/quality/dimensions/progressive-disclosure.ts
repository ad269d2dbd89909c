/** Whether an agent loads what it needs, and no more. */
import { localTarget } from '../document/links.js';
import type { Markdown } from '../document/markdown.js';
import { READ_WHEN } from '../tables/prose.js';
import { falling, upTo, type Dimension, type Located, type Subject } from './feature.js';

/** Lines of the body, and what such a length is worth. */
const ENOUGH = 100;
const LENGTHS = [
  [ENOUGH, 1],
  [300, 0.6],
  [500, 0.3],
  [800, 0],
] as const;
const LONG_REFERENCE = 300;
/** Found by convention. */
const CONVENTIONAL = /(?:^|\/)(?:readme|license|licence|notice|changelog|copying)(?:\.\w+)?$/i;

/** Files of the skill that a document links to or names. */
function named(document: Markdown, { skill }: Subject): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { target } of document.links) {
    const path = localTarget(document.file, target)?.path;
    if (path !== undefined && skill.paths.has(path)) found.add(path);
  }
  const text = document.lines.slice(document.from).join('\n');
  for (const { path } of skill.files) {
    const inside = path.slice(skill.path === '' ? 0 : skill.path.length + 1);
    if (text.includes(inside)) found.add(path);
  }
  return found;
}

const isReference = (path: string): boolean => !CONVENTIONAL.test(path);

function orphansOf(subject: Subject): readonly Located[] {
  const { skill } = subject;
  const known = new Set<string>();
  for (const document of [skill.body, ...skill.references])
    for (const path of named(document, subject)) known.add(path);
  const within = (path: string): boolean => [...known].some((one) => path.startsWith(`${one}/`));
  return skill.files
    .filter(({ path }) => isReference(path) && !known.has(path) && !within(path))
    .map(({ path }) => ({ file: path, line: 1 }));
}

/** Lines of the body that lead to a reference and say what for. */
const introduced = ({ skill }: Subject): readonly Located[] => {
  const seen = new Set<string>();
  return skill.body.links.filter(({ target, around, text }) => {
    const path = localTarget(skill.file, target)?.path;
    if (path === undefined || path === skill.file || !skill.paths.has(path)) return false;
    if (seen.has(path)) return false;
    seen.add(path);
    return READ_WHEN.test(around.replace(text, ''));
  });
};

/** There is nothing to link in a skill that is one file. */
function adviceOnFiles({ skill, content }: Subject): string {
  if (skill.files.some(({ path }) => isReference(path)))
    return 'Link each file from SKILL.md with a clause that says when to read it.';
  return content.filled > ENOUGH
    ? 'Move what only some uses need into a file beside SKILL.md, and link it with a clause that says when to read it.'
    : 'Nothing has to change while the skill is this short. When it grows, move what only some uses need into a file beside it.';
}

const CONTENTS = /\b(?:table of contents|contents|toc)\b/i;

export const progressiveDisclosure: Dimension = {
  id: 'progressive_disclosure',
  weight: 0.15,
  about: 'instructions',
  features: [
    {
      points: 2.6,
      reason: ({ content }) =>
        `the instructions have ${content.filled} lines of text; ${ENOUGH} are fine`,
      suggestion: 'Keep in SKILL.md what every use needs, and move the rest into files beside it.',
      measure: ({ content, skill }) => ({
        share: falling(content.filled, LENGTHS),
        at: [{ line: Math.min(skill.lines.length, skill.body.from + 1) }],
      }),
    },
    {
      points: 1.2,
      reason: 'leads to detail and says what it is for',
      suggestion: adviceOnFiles,
      measure: (subject) => upTo(2, introduced(subject)),
    },
    {
      points: 0.6,
      reason: 'is a heading by which an agent finds its way',
      suggestion: 'Divide the instructions by headings that say what stands below.',
      measure: ({ skill, content }) => {
        const at = skill.body.headings;
        return content.filled <= 50
          ? { share: 1, at: at.slice(0, 3) }
          : upTo(
              3,
              at.filter(({ level }) => level > 1),
            );
      },
    },
    {
      points: -1,
      reason: 'is a file that nothing leads to',
      suggestion: 'Link the file from SKILL.md, or leave it out.',
      measure: (subject) => upTo(3, orphansOf(subject)),
    },
    {
      points: -0.5,
      reason: 'is a long reference without a list of its contents',
      suggestion: 'Begin references of more than 300 lines with a list of their contents.',
      measure: ({ skill }) =>
        upTo(
          1,
          skill.references
            .filter(
              ({ lines, headings }) =>
                lines.length > LONG_REFERENCE && !headings.some(({ text }) => CONTENTS.test(text)),
            )
            .map(({ file }) => ({ file, line: 1 })),
        ),
    },
  ],
};
