/** A stretch of a text with an encoded or hidden meaning. */
export interface Stretch {
  /** Where it begins. */
  readonly from: number;
  /** Name of the encoding, for people. */
  readonly step: string;
  /** What it says: text, or bytes that may be text. */
  readonly content: string | Buffer;
  /** Whether it is the text of the unit itself in plain letters, in the unit's own language. */
  readonly same?: boolean;
}

/** Finds all stretches of one encoding; linear in the text. */
export type Decoder = (text: string) => Iterable<Stretch>;

/** Lines that are not empty. A pattern for them would fail where one line is all of a large file. */
export function* linesIn(
  text: string,
): Generator<{ readonly line: string; readonly from: number }> {
  for (let from = 0; from < text.length;) {
    const next = text.indexOf('\n', from);
    const to = next === -1 ? text.length : next;
    if (to > from) yield { line: text.slice(from, to), from };
    from = to + 1;
  }
}
