/** Fences and commands of a document as units: those of one section and language are one unit, so that what flows between them is seen. */
import type { Frame, Language, Unit } from '../../unit.js';
import { lineOfRow } from '../source-lines.js';

interface Snippet {
  readonly lines: readonly string[];
  /** Row in the document of its first line. */
  readonly row: number;
}

interface Growing {
  readonly language: Language;
  readonly row: number;
  readonly lines: string[];
  readonly frames: Frame[];
}

/** Commands of one line that are units of their own; further ones follow on further lines. */
const MOST_COLUMNS = 100;

export class CodeUnits {
  readonly #unit: Unit;
  readonly #all: Growing[] = [];
  #open = new Map<string, Growing>();
  #section: readonly string[] = [];
  #spanRow = -1;
  #column = 0;

  constructor(unit: Unit) {
    this.#unit = unit;
  }

  /** Adds a fence. */
  add(language: Language, snippet: Snippet, frame: Frame): void {
    this.#join(language, { ...snippet, language }, frame);
  }

  /** Adds a command of a sentence; the second one of a line belongs to another unit, for it has a frame of its own. */
  addSpan(snippet: Snippet, frame: Frame): void {
    this.#column = snippet.row === this.#spanRow ? this.#column + 1 : 0;
    this.#spanRow = snippet.row;
    const key = `span ${Math.min(this.#column, MOST_COLUMNS)}`;
    this.#join(key, { ...snippet, language: 'shell' }, frame);
  }

  units(): readonly Unit[] {
    return this.#all.map(({ language, row, lines, frames }) => ({
      ...this.#unit,
      language,
      text: lines.join('\n'),
      line: lineOfRow(this.#unit, row),
      frames,
    }));
  }

  #openIn(section: readonly string[]): Map<string, Growing> {
    // sections are told apart by identity: two may have the same headings
    if (this.#section !== section) {
      this.#section = section;
      this.#open = new Map();
    }
    return this.#open;
  }

  #join(
    key: string,
    { language, lines, row }: Snippet & { language: Language },
    frame: Frame,
  ): void {
    const open = this.#openIn(frame.section);
    const unit = open.get(key);
    if (unit === undefined) {
      const fresh = { language, row, lines: [...lines], frames: [frame] };
      open.set(key, fresh);
      this.#all.push(fresh);
      return;
    }
    while (unit.row + unit.lines.length < row) unit.lines.push('');
    for (const line of lines) unit.lines.push(line);
    unit.frames.push(frame);
  }
}
