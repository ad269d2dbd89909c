/** A word that is looked for, with all the stems that stand for it. */
export interface Term {
  /** As it was typed. */
  readonly word: string;
  /** Each stem, and how near it is to what was typed: 1 is the word itself. */
  readonly stems: ReadonlyMap<string, number>;
  /** Two words as one: a hit need not have it. */
  readonly extra: boolean;
}

/** What is looked for. */
export interface Terms {
  readonly terms: readonly Term[];
  /** The words of the name that the query is, if it is one. */
  readonly name: readonly string[];
  /** Stems that have to follow each other. */
  readonly phrases: readonly (readonly string[])[];
}
