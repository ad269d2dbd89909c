import { names, type Artefacts, type Piece } from './artefacts.js';
import { seen, WITHHELD } from './withheld.js';

/** Letters and digits of a quote; less stands in every solution. */
const FEWEST = 5;
/** Words of a passage. A name or a value that the criteria ask for may well be all that shows it. */
const PASSAGE = 6;
/** Numbers that tools put before the lines of a file. */
const LINE_NUMBER = /^\s*\d+\s*[→:|\t]\s?/gm;

/** Tells whether quotes are from a solution. */
export class Quotes {
  private readonly texts: readonly string[];
  private readonly others: readonly string[];
  /** Of the texts, what the agent has written itself, and not merely read. */
  private readonly made: readonly string[];
  private readonly context: readonly string[];

  /**
   * `others`: texts that the judge has as well, and that show nothing of the solution, such as the task. `context`: those of the context, which an agent that
   * reads them has in its output.
   */
  constructor(artefacts: Artefacts, others: readonly string[], context: readonly string[]) {
    this.texts = artefacts.flatMap(quotable);
    this.made = artefacts.filter(({ name }) => name !== names.transcript).flatMap(quotable);
    this.others = others.map(normal);
    this.context = context.map(normal);
  }

  /** Why a quote does not count, as the end of a sentence about it; `undefined` if it does. */
  problemWith(quote: string): string | undefined {
    const sought = normal(seen(quote));
    if ((sought.match(/[\p{L}\p{N}]/gu) ?? []).length < FEWEST) return 'is too short';
    if (!this.texts.some((text) => text.includes(sought))) return 'does not occur in the solution';
    if (sought.split(' ').length < PASSAGE) return undefined;
    if (this.others.some((text) => text.includes(sought)))
      return 'is text of the task or of the criteria, and shows nothing of the solution';
    const read = normal(seen(quote).replace(LINE_NUMBER, ''));
    const isOnlyRead = !this.made.some((text) => text.includes(sought));
    return isOnlyRead && this.context.some((text) => text.includes(read))
      ? 'is text that the agent was given to read, and shows nothing of what it did'
      : undefined;
  }
}

/** A patch may be quoted with the marks before its lines and without them. */
const quotable = ({ text }: Piece): readonly string[] =>
  [text, text.replace(/^[+\- ]/gm, '')].map((each) => normal(each.replaceAll(WITHHELD, '\0')));

const normal = (text: string): string => text.replace(/\s+/g, ' ').trim();
