import type { Path } from '../problem.js';
import type { Field } from '../fields/field.js';

/** Where a value comes from. Line and column count from 1, in the file as written. */
export type Source =
  | { readonly kind: 'flag'; readonly name: string }
  | { readonly kind: 'environment'; readonly name: string }
  | {
      readonly kind: 'file';
      readonly file: string;
      readonly line: number;
      readonly column: number;
      /** In the document, such as `feature.fs` where a short form sets `feature.fs.mode`. */
      readonly path: Path;
    }
  | { readonly kind: 'default' };

/** A value that a field was given. */
export interface Candidate {
  readonly value: unknown;
  readonly source: Source;
}

export interface ResolvedField {
  readonly field: Field;
  /** `undefined` without a value. */
  readonly value: unknown;
  readonly source: Source;
  /** Values that a stronger source has replaced, the strongest first; the default is the last. */
  readonly losers: readonly Candidate[];
}

/** The whole configuration of a session: every field, with its source. */
export interface Configuration {
  /** In the order of the field table. */
  readonly fields: readonly ResolvedField[];
  /** The value of a field in the form of its shape. Throws for a path that is no field's. */
  value(path: string): unknown;
  /** Where the field's value comes from; `within` names a part of it, such as an entry of a list. */
  source(path: string, ...within: Path): Source;
  /** False when nobody has set the field: it has its default, or no value at all. */
  isSet(path: string): boolean;
  /** True when its value in the file is wrong: rules leave it out. */
  isBroken(path: string): boolean;
}
