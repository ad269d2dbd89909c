import { linesOf, matchesOf, plain } from '../../../models/contract/judge-addresses.js';
import { readings, readingsOfNames } from './disguises.js';
import { isOtherAnswer, roleOrders, speaksOfPerfection, talkPatterns } from './talk-patterns.js';

/** Stands for lines that the judge is not shown. */
export const WITHHELD = '[withheld: text that speaks to the judge]';

/** Nothing that people do not see: letters without a form, marks that turn text around, variants that carry other text. */
const UNSEEN = /[\p{Cf}\p{Cs}\p{Co}\p{Cn}\u{fe00}-\u{fe0f}\u{e0100}-\u{e01ef}]|(?![\t\n])\p{Cc}/gu;
/** What stands before a line of a patch or a comment. */
const LEAD = /^(?:[+\- ](?=[^+-]))?\s*(?:\/\/+|\/\*+|\*+\/?|#+|--|;+|%+|<!--)?\s*/;

export const seen = (text: string): string => text.replace(/\r\n?/g, '\n').replace(UNSEEN, '');

/** A text as the judge is shown it: without what nobody sees, and without the lines that speak to the judge. */
export function withheld(text: string, kind: 'text' | 'names' = 'text'): string {
  const lines = seen(text).split('\n');
  const speaking = new Set<number>();
  for (const reading of kind === 'names' ? readingsOfNames : readings) {
    // invisible letters may carry a sentence of their own, and are gone here
    const read = nearScores(lines.map((line) => plain(reading(line.replace(LEAD, ''))))).join('\n');
    for (const { first, last } of speakingLines(read))
      for (let line = first; line <= last; line += 1) speaking.add(line - 1);
  }
  if (speaking.size === 0) return lines.join('\n');
  return lines
    .flatMap((line, at) => {
      if (!speaking.has(at)) return [line];
      return speaking.has(at - 1) ? [] : [WITHHELD];
    })
    .join('\n');
}

/** Words without which no pattern matches, and other languages. */
const ABOUT =
  /\b(?:points?|marks?|scor|rat(?:e|ing|er)s?\b|grad(?:e|ing)|credits?|stars?\b|criteri|rubric|checklist|instruction|messages?\b|rules?\b|prompts?\b|guideline|judg|evaluat|review|assess|examin|audit|punkt|puntos|pontos|punti|nota\b|note\b|voto\b|volle|tous)|[^\0-\x7f]/u;
/** Lines over which a sentence may go. */
const AROUND = 6;

/** Empties all lines that are far from a word about scores: most lines of most solutions are. */
function nearScores(lines: readonly string[]): readonly string[] {
  const near = new Set<number>();
  lines.forEach((line, at) => {
    if (!ABOUT.test(line)) return;
    for (let each = at - AROUND; each <= at + AROUND; each += 1) near.add(each);
  });
  return lines.map((line, at) => (near.has(at) ? line : ''));
}

function speakingLines(text: string): ReturnType<typeof linesOf> {
  const orders = matchesOf(text, talkPatterns.orders).filter(
    ({ index, length }) => !isOtherAnswer(text.slice(Math.max(0, index - 200), index + length)),
  );
  const addresses = matchesOf(text, talkPatterns.addresses).filter(({ index }) =>
    speaksOfPerfection(text, index),
  );
  return linesOf(text, [...orders, ...addresses, ...roleOrders(text)]);
}
