import type { Check, CheckStatus } from '../report.js';
import type { Skill } from '../document/skill.js';

/** What a check says; nothing said means that it is passed. */
export interface Outcome {
  readonly status: Exclude<CheckStatus, 'passed'>;
  readonly message: string;
  /** Without it, the first line. */
  readonly line?: number;
  readonly column?: number;
  /** The text that would be right in place of the excerpt. */
  readonly corrected?: string;
  /** Further faults of the kind, each with its line. */
  readonly others?: readonly string[];
}

export interface CheckRule {
  readonly name: string;
  /** What holds when it is passed. */
  readonly passed: string;
  readonly of: (skill: Skill) => Outcome | undefined;
}

const EXCERPT = 160;

/** A fault of a key of the front matter. */
export const atKey = (skill: Skill, key: string): { readonly line?: number } => {
  const line = skill.frontMatter.lines.get(key);
  return line === undefined ? {} : { line };
};

/** Carries a rule out. */
export function checked({ name, passed, of }: CheckRule, skill: Skill): Check {
  const outcome = of(skill);
  if (outcome === undefined) return { name, status: 'passed', message: passed };
  const { status, message, line = 1, column, corrected, others } = outcome;
  const excerpt = excerptOf(skill.lines[line - 1] ?? '');
  return {
    name,
    status,
    message,
    details: {
      file: skill.file,
      line,
      ...(column !== undefined && { column }),
      excerpt,
      ...(corrected !== undefined && { corrected }),
      ...(others !== undefined && others.length > 0 && { others }),
    },
  };
}

/** A line, short enough to show. */
export const excerptOf = (line: string): string => {
  const text = line.trim();
  return text.length <= EXCERPT
    ? text
    : `${text.slice(0, EXCERPT).replace(/[\uD800-\uDBFF]$/, '')}…`;
};
