import type { Shape } from './shape.js';

/** What a field does in this program. */
export type Effect =
  /** Accepted, and without any effect here. */
  | 'none'
  /** Without effect as there is no operator. */
  | 'operator'
  /** Valid, but refused by `lnk exec`: only an operator can do it. */
  | 'refused';

/** A field of the configuration that has a value of its own: a leaf of the tree of sections. */
export interface Field {
  /** From the root, such as `feature.fs.mode`. */
  readonly path: string;
  readonly shape: Shape;
  /** Its meaning, unit and rule: full sentences. They are help text, schema and reference. */
  readonly doc: string;
  /** The value without any other, in the form that `shape` gives values (a list for `single`). */
  readonly fallback?: unknown;
  /** What happens without a value, where that is no value: `the current context`. */
  readonly fallbackText?: string;
  /** Variables that set it, the strongest first. */
  readonly env?: readonly VariableOfField[];
  /** Flags that set it, the strongest first. */
  readonly flags?: readonly FlagOfField[];
  /** Not in the specification, but in real configurations. */
  readonly beyond?: true;
  readonly effect?: Effect;
  /** `unstable`: it may change. `deprecated`: use something else, which `doc` names. */
  readonly stage?: 'unstable' | 'deprecated';
}

export interface VariableOfField {
  readonly name: string;
  /** What a text of the variable means, where it is not the value itself. `null` sets nothing. */
  readonly values?: Readonly<Record<string, unknown>>;
}

export interface FlagOfField {
  /** The property of the input `SessionFlags`: `fsMode`. */
  readonly input: string;
  /** As typed: `--fs-mode`. */
  readonly name: string;
  /** What the flag means, where it is not the value itself: `{ true: 'steal' }`. */
  readonly values?: Readonly<Record<string, unknown>>;
}

/** A section of the configuration: an object with fields below it. */
export interface Section {
  /** Such as `feature.fs`. */
  readonly path: string;
  readonly doc: string;
  /** Short forms of the whole section. */
  readonly shorthands?: readonly Shorthand[];
  /** What the section's object sets where it does not say otherwise: `{ enabled: true }`. */
  readonly given?: Readonly<Record<string, unknown>>;
  readonly effect?: Effect;
  readonly beyond?: true;
}

export interface Shorthand {
  /** The value in place of the object: `true`, or a text of the shape. */
  readonly form: boolean | Shape;
  /** The fields that it sets, below the section. Left out for a text: `sets` of a text names the field that takes it. */
  readonly sets: Readonly<Record<string, unknown>> | string;
}
