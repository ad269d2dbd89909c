/** A name and a text, for the macro `facts`; with an address the text leads there. */
export type Fact = readonly [name: string, text: string, href?: string];

/** A fact in a list of facts; none without a text. */
export const knownFact = (name: string, text: string | null | undefined): readonly Fact[] =>
  text === null || text === undefined || text === '' ? [] : [[name, text]];
