import 'reflect-metadata';
import { container, type DependencyContainer } from 'tsyringe';
import type { Constructor, Provider, ServiceKey, Services } from '../api/index.js';
import { keyId } from './key-id.js';

/** Services from outside a module that it may use. For any other key it throws an error that names the key and the module. */
export type OutsideServices = (key: symbol) => unknown;

/** The metadata key of tsyringe's `@inject`, read through Reflect so that classes decorated by another installed copy work too. */
const INJECT_TOKENS = 'injectionTokens';

/** A service's key or class. */
type Token = ServiceKey<unknown> | Constructor<unknown>;

const keysOfClass = new WeakMap<Constructor<unknown>, readonly Token[]>();

/** The keys that a class's constructor parameters are filled with. Throws where a parameter has none. */
export function injectedKeys(type: Constructor<unknown>): readonly Token[] {
  const keys = keysOfClass.get(type) ?? readInjectedKeys(type);
  keysOfClass.set(type, keys);
  return keys;
}

type Tokens = Readonly<Record<string, unknown>>;

const tokensOf = (type: Constructor<unknown>): Tokens =>
  (Reflect.getOwnMetadata(INJECT_TOKENS, type) ?? {}) as Tokens;

/**
 * The number of parameters of a constructor; a class without its own constructor has that of its base class. Only the source of a class tells
 * an inherited constructor from one without parameters: both have the length 0 (test/contract/broken-declarations.test.ts).
 */
function parametersOf(type: Constructor<unknown>): number {
  const own = Math.max(type.length, ...Object.keys(tokensOf(type)).map((at) => Number(at) + 1));
  const base = Object.getPrototypeOf(type) as { readonly prototype?: unknown };
  const inherits = !/\bconstructor\s*\(/.test(Function.prototype.toString.call(type));
  return inherits && base.prototype !== undefined
    ? Math.max(own, parametersOf(base as Constructor<unknown>))
    : own;
}

/** The key of each constructor parameter. A parameter without a key is an error, because tsyringe would silently inject an instance of some class. */
function readInjectedKeys(type: Constructor<unknown>): Token[] {
  const tokens = tokensOf(type);
  return Array.from({ length: parametersOf(type) }, (_, index) => {
    const entry = tokens[index];
    const token =
      typeof entry === 'object' && entry !== null
        ? (entry as { readonly token?: unknown }).token
        : entry;
    if (typeof token === 'symbol' || typeof token === 'function') return token as Token;
    throw new Error(
      `Parameter ${index + 1} of ${type.name}'s constructor has no @inject with a service key or a class; what a base class says does not count.`,
    );
  });
}

async function dispose(instance: unknown): Promise<void> {
  const disposable = instance as { dispose?: () => unknown } | null | undefined;
  if (typeof disposable?.dispose === 'function') await disposable.dispose();
}

/** The services of one module in one facet. tsyringe builds classes in a child container; this class manages the instances and disposes of them. */
export class ModuleContainer implements Services {
  private readonly child: DependencyContainer = container.createChildContainer();
  private readonly providers: ReadonlyMap<Token, Provider>;
  private readonly instances = new Map<Token, unknown>();
  private readonly making: Token[] = [];

  constructor(
    readonly module: string,
    provides: readonly Provider[],
    private readonly outside: OutsideServices,
  ) {
    this.providers = new Map(provides.map((provider) => [provider.key, provider]));
  }

  provides(key: Token): boolean {
    return this.providers.has(key);
  }

  get<T>(key: ServiceKey<T> | Constructor<T>): T {
    const own = typeof key === 'function' || this.provides(key);
    return (own ? this.own(key) : this.outside(key)) as T;
  }

  build<T>(type: Constructor<T>): T {
    const keys = injectedKeys(type);
    for (const key of keys) {
      if (!this.child.isRegistered(key))
        this.child.register(key, { useFactory: () => this.get(key) });
    }
    return new type(...keys.map((key) => this.child.resolve<unknown>(key)));
  }

  /** Disposes of the services in reverse order of their creation. Answers the errors. */
  async dispose(): Promise<unknown[]> {
    const problems: unknown[] = [];
    for (const instance of [...new Set(this.instances.values())].reverse()) {
      await dispose(instance).catch((problem: unknown) => problems.push(problem));
    }
    this.instances.clear();
    await this.child.dispose();
    return problems;
  }

  private own(key: Token): unknown {
    if (this.instances.has(key)) return this.instances.get(key);
    if (this.making.includes(key)) {
      throw new Error(
        `Services of module "${this.module}" need each other: ${[...this.making, key].map(keyId).join(' → ')}.`,
      );
    }
    this.making.push(key);
    try {
      const make = this.providers.get(key)?.make;
      const instance =
        typeof key === 'function' && make === undefined ? this.build(key) : make?.(this);
      this.instances.set(key, instance);
      return instance;
    } finally {
      this.making.pop();
    }
  }
}
