/** Front matter and body of a `SKILL.md`. */
import { NOTHING, readYaml, type FrontMatter, type FrontMatterProblem } from './strict-yaml.js';

export interface SplitDocument {
  readonly frontMatter: FrontMatter;
  /** Rows of the file, from 0, before the body. */
  readonly bodyRow: number;
}

const FENCE = /^---[^\S\n]*$/;

const failed = (problem: FrontMatterProblem, bodyRow: number): SplitDocument => ({
  frontMatter: { values: NOTHING, lines: NOTHING, problem },
  bodyRow,
});

/** Reads front matter; what follows it is the body, also where it cannot be read. */
export function splitDocument(lines: readonly string[]): SplitDocument {
  if (!FENCE.test(lines[0] ?? ''))
    return failed(
      {
        message:
          'The front matter is absent: the file must start with a line "---", then "name" and "description", then a line "---".',
        line: 1,
      },
      0,
    );
  const end = lines.findIndex((line, row) => row > 0 && FENCE.test(line));
  if (end === -1)
    return failed(
      { message: 'The front matter does not end: a second line "---" is missing.', line: 1 },
      lines.length,
    );
  const yaml = lines.slice(1, end);
  return { frontMatter: readYaml(yaml), bodyRow: end + 1 };
}
