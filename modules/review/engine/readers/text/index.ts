/** Plain text: paragraphs and addresses. */
import type { Link, Prose, Reader } from '../../facts.js';
import { lineAt, type Unit } from '../../unit.js';
import { isPipedCommand, pipedCommands } from '../piped-commands.js';
import { texCommands } from './tex-commands.js';
import { lineOfRow, linesOf } from '../source-lines.js';

const ADDRESS = /\bhttps?:\/\/[^\s<>"'`)\]]+/g;

/** Lines of one paragraph: nobody writes more, and tables of data would be one. */
const MOST_LINES = 500;

/** Reads paragraphs, which blank lines separate. */
export const readText: Reader = (unit) => {
  const prose: Prose[] = [];
  const links: Link[] = [];
  const lines = linesOf(unit.text);
  let start = 0;
  for (let row = 0; row <= lines.length; row++) {
    const isText = row < lines.length && (lines[row] as string).trim() !== '';
    if (isText && row - start < MOST_LINES) continue;
    if (row > start) {
      const paragraph = paragraphOf(unit, lines.slice(start, row), start);
      prose.push(paragraph);
      for (const link of linksOf(paragraph, lines.slice(start, row), start)) links.push(link);
    }
    start = isText ? row : row + 1;
  }
  const units = [...commandsOf(unit), ...texCommands(unit)];
  if (units.length <= MOST_COMMANDS) return { units, facts: [], prose, links };
  const unread = `it has more than ${MOST_COMMANDS} commands that run what they fetch`;
  return { units: units.slice(0, MOST_COMMANDS), facts: [], prose, links, unread };
};

/** Documents, whose sentences may speak of commands. */
const DOCUMENT = /(?:^|\/)[^./]+$|\.(?:txt|rst|adoc|log|csv|tsv|mdx?|eml)$/i;

/** Commands of files of settings and of scripts without a reader; of documents, those that are a line of their own. */
function commandsOf(unit: Unit): readonly Unit[] {
  const own = DOCUMENT.test(unit.file) && !/(?:^|\/)(?:crontab|CMakeLists\.txt)$/.test(unit.file);
  return pipedCommands(unit.text)
    .filter(
      ({ from }) =>
        !own || isPipedCommand(unit.text.slice(lineStart(unit.text, from), from + LONGEST)),
    )
    .map(({ text, from }) => ({ ...unit, language: 'shell', text, line: lineAt(unit, from) }));
}

/** Each is interpreted by itself. */
const MOST_COMMANDS = 10_000;

/** Characters of a line in which a command is looked for. */
const LONGEST = 500;
const lineStart = (text: string, at: number): number =>
  at -
  (
    text
      .slice(Math.max(0, at - LONGEST), at)
      .split('\n')
      .at(-1) ?? ''
  ).length;

function paragraphOf(unit: Unit, lines: readonly string[], row: number): Prose {
  const breaks: number[] = [];
  let length = 0;
  const words = lines.map((line) => line.replace(/\s+/g, ' ').trim());
  for (const line of words.slice(0, -1)) breaks.push((length += line.length + 1));
  return {
    at: { unit, line: lineOfRow(unit, row), text: lines.join('\n') },
    text: words.join(' '),
    kind: 'paragraph',
    hidden: false,
    section: [],
    sectionId: 0,
    breaks,
  };
}

function linksOf({ at: { unit } }: Prose, lines: readonly string[], row: number): readonly Link[] {
  return lines.flatMap((line, index) =>
    [...line.matchAll(ADDRESS)].map(([url]) => ({
      at: { unit, line: lineOfRow(unit, row + index), text: url },
      url,
      text: url,
      image: false,
      sectionId: 0,
    })),
  );
}
