/** Texts with a grammar of their own. Each has a check in `config/check/formats.ts`, which is loaded when a file has such a text. */
export type TextFormat =
  /** A regular expression without look-around, matched in linear time. */
  | 'linear-pattern'
  /** A regular expression that may look around. */
  | 'pattern'
  | 'target'
  | 'outgoing-address'
  | 'dns-address'
  | 'json-path'
  | 'absolute-path'
  | 'socket-address'
  | 'ip-address';

/** What a value may be. A schema, the check of a file and the reference are made from it. `null` means absent for every shape. */
export type Shape =
  | { readonly type: 'boolean' }
  | { readonly type: 'text'; readonly format?: TextFormat; readonly notEmpty?: true }
  /** A whole number. */
  | { readonly type: 'integer'; readonly min: number; readonly max: number }
  | { readonly type: 'choice'; readonly values: readonly string[] }
  /** With `single`, one entry may stand in place of the list; the value is a list all the same. */
  | {
      readonly type: 'list';
      readonly of: Shape;
      readonly single?: true;
      readonly notEmpty?: true;
    }
  /** A list of exactly these values. */
  | { readonly type: 'tuple'; readonly of: readonly Shape[] }
  /** Keys of the user's choice. The value is a `Map` in the file's order. */
  | { readonly type: 'map'; readonly of: Shape; readonly keys?: TextFormat }
  | ObjectShape
  /** An object whose member `tag` says which members it has. */
  | {
      readonly type: 'tagged';
      readonly tag: string;
      readonly variants: Readonly<Record<string, ObjectShape>>;
    }
  /** One of several forms, each of another kind of JSON value. */
  | { readonly type: 'forms'; readonly forms: readonly Shape[] }
  /** `null` only. */
  | { readonly type: 'absent' }
  /** An object of Kubernetes that is passed on unchecked. */
  | { readonly type: 'any'; readonly says: string };

export interface ObjectShape {
  readonly type: 'object';
  readonly members: Readonly<Record<string, MemberShape>>;
  /** Exactly one of these members must be given. */
  readonly oneOf?: readonly string[];
  /** Members that mean nothing without these others. */
  readonly needs?: Readonly<Record<string, readonly string[]>>;
}

export interface MemberShape {
  readonly shape: Shape;
  /** Its meaning, for people: a sentence with a full stop. */
  readonly doc: string;
  readonly required?: true;
}
