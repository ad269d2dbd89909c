import type { Artefacts } from './artefacts.js';
import { seen, WITHHELD } from './withheld.js';

/** Letters and digits of a quote; less stands in every solution. */
const FEWEST = 5;
/** Words of a passage. A name or a value that the criteria ask for may well be all that shows it. */
const PASSAGE = 6;

/** Tells whether quotes are from a solution. */
export class Quotes {
  private readonly texts: readonly string[];
  private readonly others: readonly string[];

  /** `others`: texts that the judge has as well, and that show nothing of the solution, such as the task. */
  constructor(artefacts: Artefacts, others: readonly string[]) {
    // a patch may be quoted with the marks before its lines and without them
    const all = artefacts.flatMap(({ text }) => [text, text.replace(/^[+\- ]/gm, '')]);
    this.texts = all.map((text) => normal(text.replaceAll(WITHHELD, '\0')));
    this.others = others.map(normal);
  }

  /** Why a quote does not count, as the end of a sentence about it; `undefined` if it does. */
  problemWith(quote: string): string | undefined {
    const sought = normal(seen(quote));
    if ((sought.match(/[\p{L}\p{N}]/gu) ?? []).length < FEWEST) return 'is too short';
    if (!this.texts.some((text) => text.includes(sought))) return 'does not occur in the solution';
    if (sought.split(' ').length >= PASSAGE && this.others.some((text) => text.includes(sought)))
      return 'is text of the task or of the criteria, and shows nothing of the solution';
    return undefined;
  }
}

const normal = (text: string): string => text.replace(/\s+/g, ' ').trim();
