import { serviceKey, type Constructor, type Services } from './service-key.js';

/** The shape of a value, as data: a manifest contains it, so that contributions can be checked without loading code. */
export type Shape =
  | 'text'
  | 'integer'
  | 'flag'
  | 'object'
  | 'anything'
  /** One of these values. */
  | readonly (string | null | true)[]
  /** A text that matches the regular expression; `is` describes it in messages. */
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

/** The shapes that describe `T`, so that the compiler keeps type and data consistent. */
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

/** A typed point to which modules contribute: serialisable data `D`, and code `C` that is loaded on first use. */
export interface ExtensionPoint<D, C = never> {
  /** `<module>.<point>`, such as `persistence.tables`. */
  readonly id: string;
  /** The shape of the data. Left out when a module refers to another module's point. */
  readonly shape?: Shape | undefined;
  /** The shape of the contributions' ids. */
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
  /** The services of the contributing module, for building its classes; starts that module. */
  services(): Promise<Services>;
}

/** Builds a new instance of the contributed class with the services of its module; starts that module. */
export async function buildExtension<T>(extension: Extension<unknown, Constructor<T>>): Promise<T> {
  return (await extension.services()).build(await extension.load());
}

/** Reads the contributions to extension points, in the order in which modules start. */
export interface Extensions {
  of<D, C>(point: ExtensionPoint<D, C>): readonly Extension<D, C>[];
}

export const extensionsKey = serviceKey<Extensions>('kernel.extensions');
