import { serviceKey, type Constructor, type Services } from './service-key.js';

/** What a value must be, as data: a manifest carries it, so that others are checked against it without loading code. */
export type Shape =
  | 'text'
  | 'integer'
  | 'flag'
  | 'object'
  | 'anything'
  /** One of these values. */
  | readonly (string | null | true)[]
  /** A text that the regular expression finds; `is` says in words what it is, for messages. */
  | { readonly pattern: string; readonly is: string }
  /** An integer. */
  | { readonly min: number }
  | { readonly listOf: Shape }
  | { readonly mapOf: Shape }
  | { readonly either: readonly Shape[] }
  /** A field whose name ends in `?` may be left out. */
  | { readonly fields: Readonly<Record<string, Shape>> };

type FieldsOf<T> = {
  readonly [
    K in keyof T & string as [T[K]] extends [undefined]
      ? never
      : object extends Pick<T, K>
        ? `${K}?`
        : K
  ]-?: ShapeOf<NonNullable<T[K]> | Extract<T[K], null>>;
};

/** The shapes of `T`: so the compiler holds type and data equal. */
type ShapeOf<T> =
  | { readonly either: readonly (T extends unknown ? ShapeOf<T> : never)[] }
  | ([T] extends [string | true | null]
      ? readonly T[] | (string extends T ? Extract<Shape, 'text' | { pattern: string }> : never)
      : [T] extends [number]
        ? 'integer' | Extract<Shape, { min: number }>
        : [T] extends [boolean]
          ? 'flag'
          : [T] extends [readonly (infer E)[]]
            ? { readonly listOf: ShapeOf<E> }
            : 'object' | { readonly mapOf: Shape } | { readonly fields: FieldsOf<T> });

/** A typed place where modules contribute: printable data `D`, and code `C` that is loaded on first use. */
export interface ExtensionPoint<D, C = never> {
  /** `<module>.<point>`, such as `persistence.tables`. */
  readonly id: string;
  /** What data must be. Left out where a module names the point of another one. */
  readonly shape?: Shape | undefined;
  /** What ids of contributions must be. */
  readonly ids?: Shape | undefined;
  readonly __data?: D;
  readonly __code?: C;
}

export function defineExtensionPoint<D, C = never>(
  id: string,
  shape?: ShapeOf<D>,
  ids?: ShapeOf<string>,
): ExtensionPoint<D, C> {
  return { id, shape: shape, ids };
}

/** A point where modules contribute classes, each with a summary of what it does. */
export function defineClassPoint<T>(
  id: string,
): ExtensionPoint<{ readonly summary: string }, Constructor<T>> {
  return { id, shape: { fields: { summary: 'text' } } };
}

/** One entry at an extension point. `id` is unique at the point. */
export interface Contribution {
  readonly point: string;
  readonly id: string;
  readonly data: unknown;
  readonly load: (() => Promise<unknown>) | undefined;
}

export function contribute<D>(point: ExtensionPoint<D>, id: string, data: D): Contribution;
export function contribute<D, C>(
  point: ExtensionPoint<D, C>,
  id: string,
  data: D,
  load: () => Promise<C>,
): Contribution;
// eslint-disable-next-line no-restricted-syntax -- reads as a sentence: point, id, data, code
export function contribute(
  point: ExtensionPoint<unknown, unknown>,
  id: string,
  data: unknown,
  load?: () => Promise<unknown>,
): Contribution {
  return { point: point.id, id, data, load };
}

/** A contribution as the owner of the point sees it. */
export interface Extension<D, C> {
  /** The module that contributes. */
  readonly module: string;
  readonly id: string;
  readonly data: D;
  load(): Promise<C>;
  /** The contributing module's services, for building its classes; the module is started first. */
  services(): Promise<Services>;
}

/** A new instance of the class that a contribution brings, with the services of its module; the module is started first. */
export async function buildExtension<T>(extension: Extension<unknown, Constructor<T>>): Promise<T> {
  return (await extension.services()).build(await extension.load());
}

/** Reads extension points. Entries come in the order in which modules are started. */
export interface Extensions {
  of<D, C>(point: ExtensionPoint<D, C>): readonly Extension<D, C>[];
}

export const extensionsKey = serviceKey<Extensions>('kernel.extensions');
