/** A searched word with all its stems. */
export interface Term {
  /** As it was typed. */
  readonly word: string;
  /** Each stem, and how near it is to what was typed: 1 is the word itself. */
  readonly stems: ReadonlyMap<string, number>;
  /** Two words joined: optional in a hit. */
  readonly extra: boolean;
}

/** What is looked for. */
export interface Terms {
  readonly terms: readonly Term[];
  /** The words of the query as a name, if it can be one. */
  readonly name: readonly string[];
  /** Stems that have to follow each other. */
  readonly phrases: readonly (readonly string[])[];
}
