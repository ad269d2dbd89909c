/**
 * The typed name of a service. Two keys with the same id are the same key, also when they were made by different
 * installed copies of the kernel.
 */
export type ServiceKey<T> = symbol & { readonly __service?: T };

/** `id` is `<module>.<service>`, for example `persistence.unitOfWork`. */
export function serviceKey<T>(id: string): ServiceKey<T> {
  return Symbol.for(`svc:${id}`);
}

/** Looks up services of the module itself, of the modules that it requires, and of the kernel. */
export interface Services {
  /** By key, a service that a contract names; by class, the module's single instance of it, created on first use. */
  get<T>(service: ServiceKey<T> | Constructor<T>): T;
  /** Builds a class whose constructor parameters carry `@inject(KEY)` or `@inject(Class)`. Each call makes a new instance. */
  build<T>(type: Constructor<T>): T;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the container fills the parameters by key
export type Constructor<T> = new (...dependencies: any[]) => T;

/**
 * A service of a facet: one instance per host, created on first use. Needed for services that other modules get by key, and for classes that
 * the container cannot build by itself.
 */
export interface Provider {
  readonly key: ServiceKey<unknown> | Constructor<unknown>;
  readonly make: (services: Services) => unknown;
}

export function provide<T>(key: ServiceKey<T>, type: Constructor<T>): Provider {
  return { key, make: (services) => services.get(type) };
}

export function provideFactory<T>(
  key: ServiceKey<T> | Constructor<T>,
  make: (services: Services) => T,
): Provider {
  return { key, make };
}

/** One half of a module: `client/` on the user's machine or `server/` on the server. */
export interface Facet {
  readonly provides?: readonly Provider[];
  /** Runs once, before the first handler of the module. A module's requirements have started before it. */
  readonly onStart?: (services: Services) => Promise<void> | void;
  /** Runs in reverse order of the starts, also when a later start failed. */
  readonly onStop?: (services: Services) => Promise<void> | void;
}

export function defineFacet(facet: Facet): Facet {
  return facet;
}
