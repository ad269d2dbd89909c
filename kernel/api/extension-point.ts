import { serviceKey, type Constructor, type Services } from './service-key.js';

/** A typed place where modules contribute: printable data `D`, and code `C` that is loaded on first use. */
export interface ExtensionPoint<D, C = never> {
  /** `<module>.<point>`, such as `persistence.entities`. */
  readonly id: string;
  readonly __data?: D;
  readonly __code?: C;
}

export function defineExtensionPoint<D, C = never>(id: string): ExtensionPoint<D, C> {
  return { id };
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
