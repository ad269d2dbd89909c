import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';

/** Lines around each change. */
const CONTEXT = 3;
/** Longer differences are cut off: nobody reads them in a terminal. */
const MOST_LINES = 400;
/** Changes after which the search for the shortest difference is given up. */
const MOST_EDITS = 20_000;

export interface ChangedText {
  /** Relative to the skill. */
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/** The differences as `diff -u` writes them, one text for all files; without the files that are the same. */
export function unifiedDifferences(texts: readonly ChangedText[]): string {
  const patches = texts
    .filter(({ before, after }) => before !== after)
    .map(withoutReturns)
    .map(patchOf);
  return patches.join('').trimEnd();
}

/** Line ends of Windows are not shown, unless they are what is different. */
function withoutReturns(text: ChangedText): ChangedText {
  const [before, after] = [text.before, text.after].map((one) => one.replaceAll('\r\n', '\n'));
  return before === after ? text : Object.assign({}, text, { before, after });
}

function patchOf({ path, before, after }: ChangedText): string {
  const patch = createTwoFilesPatch(`a/${path}`, `b/${path}`, before, after, undefined, undefined, {
    context: CONTEXT,
    maxEditLength: MOST_EDITS,
    headerOptions: FILE_HEADERS_ONLY,
  });
  if (patch === undefined) return `--- a/${path}\n+++ b/${path}\n(most lines are different)\n`;
  const lines = patch.split('\n');
  if (lines.length <= MOST_LINES) return patch;
  return `${lines.slice(0, MOST_LINES).join('\n')}\n(${lines.length - MOST_LINES} more lines)\n`;
}
