/** Checks of the file as a whole. */
import { MOST_DOCUMENT_BYTES, type Unreadable } from '../document/text.js';
import type { Skill } from '../document/skill.js';
import type { CheckRule, Outcome } from './check-rule.js';

const MOST_LINES = 500;

const UNREADABLE: Readonly<Record<Exclude<Unreadable, 'too-long'>, string>> = {
  'not-utf-8': 'The file is not UTF-8 text; save it as UTF-8.',
  'has-nul': 'The file holds NUL characters, which no text has; remove them.',
};

export const lineCount: CheckRule = {
  name: 'skill_md_line_count',
  passed: `SKILL.md has at most ${MOST_LINES} lines.`,
  of({ lines, bytes, unreadable }) {
    if (unreadable === 'too-long')
      return {
        status: 'error',
        message: `SKILL.md has ${bytes} bytes; at most ${MOST_DOCUMENT_BYTES} are read. Move detail into files beside it.`,
      };
    return lines.length <= MOST_LINES
      ? undefined
      : {
          status: 'warning',
          message: `SKILL.md has ${lines.length} lines; move detail into files beside it (advised: at most ${MOST_LINES}).`,
          line: MOST_LINES + 1,
        };
  },
};

export const frontMatterValid: CheckRule = {
  name: 'frontmatter_valid',
  passed: 'The front matter is a YAML mapping.',
  of({ frontMatter, unreadable }) {
    if (unreadable !== undefined && unreadable !== 'too-long')
      return { status: 'error', message: UNREADABLE[unreadable] };
    return frontMatter.problem === undefined
      ? undefined
      : { status: 'error', ...frontMatter.problem };
  },
};

export const bodyPresent: CheckRule = {
  name: 'body_present',
  passed: 'There are instructions after the front matter.',
  of: ({ body, lines, unreadable }: Skill): Outcome | undefined =>
    unreadable !== undefined || body.headings.length + body.paragraphs.length > 0
      ? undefined
      : {
          status: body.fences.length > 0 ? 'warning' : 'error',
          message: 'There are no instructions after the front matter.',
          line: Math.max(1, lines.length),
        },
};
