/** A pattern is no regular expression of ours. The message is a clause for people, without the position. */
export class PatternError extends Error {
  constructor(
    /** Offset in the pattern, in UTF-16 units; negative when the whole pattern is meant. */
    readonly at: number,
    clause: string,
    options?: ErrorOptions,
  ) {
    super(clause, options);
  }
}
