import { linesOf, matchesOf, plain } from '../../../models/contract/judge-addresses.js';
import { addresses, orders, speaksOfScores } from './talk-patterns.js';

/** Stands for lines that the judge is not shown. */
export const WITHHELD = '[withheld: text that speaks to the judge]';

/** Nothing that people do not see: letters without a form, marks that turn text around, variants that carry other text. */
const UNSEEN = /[\p{Cf}\p{Cs}\p{Co}\p{Cn}\u{fe00}-\u{fe0f}\u{e0100}-\u{e01ef}]|(?![\t\n])\p{Cc}/gu;
/** What stands before a line of a patch or a comment. */
const LEAD = /^(?:[+\- ](?=[^+-]))?\s*(?:\/\/+|\/\*+|\*+\/?|#+|--|;+|%+|<!--)?\s*/;

export const seen = (text: string): string => text.replace(/\r\n?/g, '\n').replace(UNSEEN, '');

/** A text as the judge is shown it: without what nobody sees, and without lines that speak to the judge in the plainest words. */
export function withheld(text: string): string {
  const lines = seen(text).split('\n');
  const speaking = speakingLines(lines.map((line) => plain(line.replace(LEAD, ''))).join('\n'));
  return lines
    .flatMap((line, at) => {
      if (!speaking.has(at)) return [line];
      return speaking.has(at - 1) ? [] : [WITHHELD];
    })
    .join('\n');
}

/** Indexes of lines. */
function speakingLines(text: string): ReadonlySet<number> {
  const matches = [
    ...matchesOf(text, [orders]),
    ...matchesOf(text, [addresses]).filter(({ index }) => speaksOfScores(text, index)),
  ];
  const indexes = linesOf(text, matches).flatMap(({ first, last }) =>
    Array.from({ length: last - first + 1 }, (_, more) => first - 1 + more),
  );
  return new Set(indexes);
}
