import {
  authorizerKey,
  buildExtension,
  callGuardsPoint,
  cancelled,
  connectionKey,
  errorCatalogueKey,
  extensionsKey,
  hostKey,
  locatorsPoint,
  moduleUnavailable,
  notAvailableYet,
  notFound,
  type AnyOperation,
  type Authorizer,
  type CallGuard,
  type Caller,
  type Extensions,
  type Facet,
  type HostInfo,
  type Invoke,
  type Locator,
  type ModuleDeclaration,
  type ModuleErrors,
  type Operation,
  type Provider,
  type Renderer,
  type ServiceKey,
  type Services,
} from './api/index.js';
import { keyId } from './di/key-id.js';
import type { ModuleContainer } from './di/module-container.js';
import type { ModuleRecord, ModuleStatus } from './graph/module-record.js';
import type { ModuleGraph } from './graph/resolve.js';
import { nameOf, type InvokeOptions, type RemoteCaller } from './invoke/invocation.js';
import {
  LocalInvoker,
  type FoundOperation,
  type Guards,
  type InvokerServices,
} from './invoke/local-invoker.js';
import { ExtensionMap } from './lifecycle/extension-map.js';
import { Lifecycle, unavailableError } from './lifecycle/lifecycle.js';
import type { Timers } from './lifecycle/time-limit.js';
import type { ModuleManifest, OperationManifest } from './manifest/manifest.js';

export interface KernelParts {
  readonly host: HostInfo;
  readonly graph: ModuleGraph;
  readonly provides: readonly Provider[];
  readonly remote: RemoteCaller;
  readonly defaults: InvokerServices['defaults'];
  readonly timers: Timers;
  readonly limits: { readonly start: number; readonly stop: number };
}

interface BuiltGuard {
  readonly position: keyof Guards;
  readonly guard: CallGuard;
}

/** The modules of one process, and the only way to call their operations. Created by `createKernel`. */
export class Kernel {
  readonly extensions: Extensions;
  private readonly lifecycle: Lifecycle;
  private readonly local: LocalInvoker;
  private readonly operations = new Map<string, FoundOperation>();
  private readonly locators = new Map<string, Promise<Locator>>();
  private guards: Promise<readonly BuiltGuard[]> | undefined;
  private authorizer: Promise<Authorizer> | undefined;
  private hostServices: Promise<ModuleContainer> | undefined;

  constructor(private readonly parts: KernelParts) {
    const { host, graph, timers, limits, defaults } = parts;
    const container = (record: ModuleRecord, facet: Facet) => this.containerOf(record, facet);
    this.lifecycle = new Lifecycle(graph, {
      facet: host.facet,
      log: host.log,
      timers,
      limits,
      container,
    });
    this.extensions = new ExtensionMap(graph, this.lifecycle);
    const access = {
      authorizer: () => (this.authorizer ??= this.get(authorizerKey)),
      locator: (kind: string) => this.locator(kind),
    };
    this.local = new LocalInvoker(host, this.lifecycle, {
      access,
      defaults,
      invokeAs: (options) => this.invokeAs(options),
      guards: (operation) => this.guardsOf(operation),
    });
    for (const record of graph.ordered) {
      for (const operation of record.manifest.operations)
        this.operations.set(operation.id, { record, operation });
    }
  }

  /** All modules that were found, with their states, in the order in which they start; those that cannot start come last. */
  modules(): ModuleStatus[] {
    const { all, ordered } = this.parts.graph;
    return [...ordered, ...all.filter((record) => !ordered.includes(record))].map((record) =>
      record.status(),
    );
  }

  /** The manifests of the usable modules, from which hosts build their surfaces. Loads no module. */
  manifests(): ModuleManifest[] {
    return this.parts.graph.ordered.flatMap((one) => (one.unavailable ? [] : one.manifest));
  }

  /** The operations of unavailable modules. A call of one throws the reason. */
  unavailableOperations(): OperationManifest[] {
    return this.parts.graph.all.flatMap((record) => record.unavailableOperations);
  }

  /** The operation with its description, schemas and examples, which a start does not read. */
  async described(operation: OperationManifest): Promise<OperationManifest> {
    const { all } = this.parts.graph;
    const record = all.find(({ manifest }) => manifest.operations.includes(operation));
    const complete = await record?.source.complete?.();
    return complete?.operations.find(({ id }) => id === operation.id) ?? operation;
  }

  /** Calls an operation: in this process when its facet is this kernel's, otherwise on the server. */
  invoke<I extends object, R>(
    operation: Operation<I, R>,
    input: I,
    options?: InvokeOptions,
  ): Promise<R>;
  invoke(operationId: string, input: unknown, options?: InvokeOptions): Promise<unknown>;
  async invoke(
    operation: string | { readonly id: string },
    input: unknown,
    options: InvokeOptions = {},
  ): Promise<unknown> {
    const found = this.find(typeof operation === 'string' ? operation : operation.id);
    const { planned, runsAt, id } = found.operation;
    if (planned) throw notAvailableYet({ what: nameOf(found.operation) });
    const { facet } = this.parts.host;
    if (runsAt === facet) return await this.local.run(found, input, options);
    if (facet === 'client') return this.callServer(found, input as object, options);
    throw notFound({
      kind: 'operation',
      id,
      hint: "It runs on the user's machine, not on a server.",
    });
  }

  /** The holder of the token. Throws an error that a call of the operation would throw for any input; hosts call this before they read the input. */
  async admit(operationId: string, token: string | undefined): Promise<Caller> {
    const found = this.find(operationId);
    if (found.operation.planned) throw notAvailableYet({ what: nameOf(found.operation) });
    return this.local.admit(found, { token });
  }

  /** The function that renders an operation's output for people, if its module has one. */
  async renderer(operationId: string): Promise<Renderer<unknown> | undefined> {
    const { operations = [] } = await this.lifecycle.declaration(this.find(operationId).record);
    return operations.find(({ operation: { id } }) => id === operationId)?.text?.();
  }

  /** Starts every module. A module that fails is a row of `modules()`; an error is thrown only for a required one. */
  async startAll(): Promise<void> {
    for (const record of this.parts.graph.ordered) {
      try {
        // verifies the declaration of a module from outside even if it has no code for this facet
        if (record.source.origin !== 'built-in') await this.lifecycle.declaration(record);
        await this.lifecycle.activate(record);
      } catch (error) {
        if (record.source.required === true) throw error;
      }
    }
  }

  /** Disables the module from outside that an error names in `details.module`; false when the error names none. */
  readonly leaveOut = (error: unknown): boolean => this.lifecycle.leaveOut(error);

  /** Loads the code of all operations in advance: calls need not wait for it, and failures are logged at the start. */
  async loadAll(): Promise<void> {
    for (const found of this.operations.values()) {
      const { planned, runsAt } = found.operation;
      if (!planned && runsAt === this.parts.host.facet && !found.record.unavailable)
        await this.local.prepare(found);
    }
    await Promise.allSettled(
      this.extensions.of(locatorsPoint).map(({ data }) => this.locator(data.kind)),
    );
  }

  stop(): Promise<void> {
    return this.lifecycle.stop();
  }

  /** The services that a module can access; starts the module. */
  async services(moduleId: string): Promise<Services> {
    const record = this.parts.graph.byId.get(moduleId);
    if (record === undefined) throw moduleUnavailable({ module: moduleId });
    return this.lifecycle.activate(record);
  }

  /** A service by its key, from any module; starts that module. */
  async get<T>(key: ServiceKey<T>): Promise<T> {
    const host = await this.hostContainer();
    if (host.provides(key)) return host.get(key);
    const provider = this.providerOf(keyId(key));
    if (provider === undefined)
      throw moduleUnavailable({ module: keyId(key), why: 'no module provides it' });
    return (await this.lifecycle.activate(provider)).get(key);
  }

  private find(id: string): FoundOperation {
    const found = this.operations.get(id);
    if (found !== undefined) return found;
    const module = id.split('.')[0] ?? id;
    const { all, byId } = this.parts.graph;
    const record =
      all.find((one) => one.unavailableOperations.some((own) => own.id === id)) ?? byId.get(module);
    if (record?.unavailable === true) throw unavailableError(record);
    throw record === undefined
      ? moduleUnavailable({ module })
      : notFound({ kind: 'operation', id });
  }

  private async callServer(
    { operation }: FoundOperation,
    input: object,
    options: InvokeOptions,
  ): Promise<unknown> {
    const signal = options.signal ?? new AbortController().signal;
    const connection = async () => (await this.get(connectionKey)).current();
    try {
      signal.throwIfAborted();
      const { token, upload, progress = this.parts.defaults.progress } = options;
      return await this.parts.remote.call({
        operation,
        input,
        connection,
        signal,
        token,
        upload,
        progress,
      });
    } catch (error) {
      throw signal.aborted ? cancelled({ what: nameOf(operation) }, { cause: error }) : error;
    }
  }

  private invokeAs(caller: InvokeOptions): Invoke {
    return (operation, input, { upload, signal } = {}) =>
      this.invoke(operation, input, {
        ...caller,
        upload,
        signal: signal ?? caller.signal,
        nested: true,
      });
  }

  private providerOf(id: string): ModuleRecord | undefined {
    const { graph, host } = this.parts;
    return graph.ordered.find(({ manifest }) => manifest.provides[host.facet].includes(id));
  }

  private locator(kind: string): Promise<Locator> {
    const known = this.locators.get(kind) ?? this.buildLocator(kind);
    this.locators.set(kind, known);
    return known;
  }

  private async buildLocator(kind: string): Promise<Locator> {
    const entry = this.extensions.of(locatorsPoint).find(({ data }) => data.kind === kind);
    if (entry === undefined)
      throw moduleUnavailable({ module: kind, why: 'no module finds objects of this kind' });
    return buildExtension(entry);
  }

  private async guardsOf(operation: AnyOperation): Promise<Guards> {
    this.guards ??= this.buildGuards();
    // building the guards is retried by the next call; until it succeeds every call fails, so that
    // none passes unguarded
    const built = await this.guards.catch((error: unknown) => {
      this.guards = undefined;
      throw error;
    });
    const at = (wanted: string) =>
      built
        .filter(({ position, guard }) => position === wanted && guard.guards(operation))
        .map(({ guard }) => guard);
    return { outer: at('outer'), inner: at('inner') };
  }

  private buildGuards(): Promise<readonly BuiltGuard[]> {
    return Promise.all(
      this.extensions.of(callGuardsPoint).map(async (entry) => ({
        position: entry.data.position,
        guard: await buildExtension<CallGuard>(entry),
      })),
    );
  }

  private hostContainer(): Promise<ModuleContainer> {
    this.hostServices ??= this.containerClass().then((Container) => {
      const { host, provides } = this.parts;
      const own: Provider[] = [
        { key: hostKey, make: () => host },
        { key: extensionsKey, make: () => this.extensions },
        { key: errorCatalogueKey, make: () => ({ modules: () => this.errors() }) },
      ];
      return new Container('host', [...own, ...provides], (key) => {
        throw new Error(`The host provides no service "${keyId(key)}".`);
      });
    });
    return this.hostServices;
  }

  private async errors(): Promise<readonly ModuleErrors[]> {
    const { errorsOf } = await import('./manifest/error-catalogue.js');
    const declarations: ModuleDeclaration[] = [];
    for (const record of this.parts.graph.ordered)
      if (!record.unavailable) declarations.push(await this.lifecycle.declaration(record));
    return errorsOf(declarations);
  }

  /** Loaded on first use, because help needs no container. */
  private async containerClass(): Promise<typeof ModuleContainer> {
    return (await import('./di/module-container.js')).ModuleContainer;
  }

  private async containerOf(record: ModuleRecord, facet: Facet): Promise<ModuleContainer> {
    const host = await this.hostContainer();
    const provides = (facet.provides ?? []).filter(({ key }) => !host.provides(key));
    const Container = await this.containerClass();
    return new Container(record.id, provides, (key) =>
      host.provides(key) ? host.get(key) : this.outside(record, key),
    );
  }

  /** Services of required modules, and services that the kernel uses, once their module has started. */
  private outside({ id: module, manifest }: ModuleRecord, key: symbol): unknown {
    const id = keyId(key);
    const provider = this.providerOf(id)?.id;
    const ask = `Module "${module}" asks for the service "${id}"`;
    if (provider === undefined)
      throw new Error(`${ask}, which no module provides in the ${this.parts.host.facet} facet.`);
    if (!manifest.requires.includes(provider) && !id.startsWith('kernel.'))
      throw new Error(`${ask} of module "${provider}": add "${provider}" to its "requires".`);
    const running = this.lifecycle.running(provider);
    if (running === undefined)
      throw new Error(`${ask} of module "${provider}", which does not run.`);
    return running.get(key);
  }
}
