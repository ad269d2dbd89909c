/**
 * Of each section the keys that people write and that do not exist, in lower case with underscores. A value is the
 * field that is meant, or a full sentence that says what to write. `*` stands for an index or a key of the user.
 */
export type KeyTable = Readonly<Record<string, Readonly<Record<string, string>>>>;
