import {
  cancelled,
  isSvcError,
  type AnyOperation,
  type CallGuard,
  type Caller,
  type Constructor,
  type Context,
  type GuardedCall,
  type Handler,
  type HostInfo,
  type Invoke,
  type Located,
  type Subject,
  type SvcError,
} from '../api/index.js';
import { asSvcError, fileSystemError, serverFilesUnusable } from '../api/file-system.js';
import type { ModuleRecord } from '../graph/module-record.js';
import type { ModuleContainer } from '../di/module-container.js';
import type { Lifecycle } from '../lifecycle/lifecycle.js';
import type { OperationManifest } from '../manifest/manifest.js';
import { authorise, refuseStranger, type AccessServices } from './access.js';
import { isRightlyEmpty } from './empty-input.js';
import { loadLibraries, readInput } from './input.js';
import { anonymous, nameOf, noForeground, type InvokeOptions } from './invocation.js';

export interface FoundOperation {
  readonly record: ModuleRecord;
  readonly operation: OperationManifest;
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}

function uploadOf({ upload }: InvokeOptions): AsyncIterable<Uint8Array> | undefined {
  return ArrayBuffer.isView(upload) ? once(upload) : upload;
}

/** The code of an operation, loaded. */
interface LoadedOperation {
  readonly operation: AnyOperation;
  /** The input class, loaded when there is input to validate. */
  input?: Constructor<object>;
  readonly handler: Constructor<Handler<object, unknown>>;
  /** The guards of the operation, determined at its first call. */
  guards?: Guards;
}

export type Guards = Readonly<Record<'outer' | 'inner', readonly CallGuard[]>>;

const unguarded: Guards = { outer: [], inner: [] };

/** A call with everything that is needed to make it. */
interface ReadyCall {
  readonly container: Pick<ModuleContainer, 'build'>;
  readonly loaded: LoadedOperation;
  readonly input: object;
  readonly caller: Caller;
}

type Next = (call: GuardedCall) => Promise<unknown>;

const within = (guards: readonly CallGuard[], last: Next): Next =>
  guards.reduceRight<Next>((next, guard) => (call) => guard.around(call, next), last);

export interface InvokerServices {
  /** Defaults for calls that do not specify them. */
  readonly defaults: Pick<Context, 'ask' | 'progress' | 'cwd'>;
  readonly access: AccessServices;
  /** Makes the function with which the handler of this call calls other operations. */
  readonly invokeAs: (options: InvokeOptions) => Invoke;
  readonly guards: (operation: AnyOperation) => Promise<Guards>;
}

/** Runs operations in this process: activate, read and check the input, authorise, build the handler, run it. */
export class LocalInvoker {
  /** Caches loaded code, because an `import()` takes several promises even for a module that is already imported. */
  private readonly loaded = new WeakMap<FoundOperation, LoadedOperation>();

  constructor(
    private readonly host: HostInfo,
    private readonly lifecycle: Lifecycle,
    private readonly services: InvokerServices,
  ) {}

  run(found: FoundOperation, input: unknown, options: InvokeOptions): Promise<unknown> {
    const { signal = new AbortController().signal } = options;
    return this.attempt(found, input, { ...options, signal }).catch((error: unknown) => {
      if (signal.aborted) throw cancelled({ what: nameOf(found.operation) }, { cause: error });
      if (!isSvcError(error))
        this.host.log.error({ operation: found.operation.id, err: error }, 'unexpected error');
      throw this.withoutPaths(asSvcError(error), found);
    });
  }

  /** Hides the paths of the server's files from remote callers. */
  private withoutPaths(error: SvcError, { operation }: FoundOperation): SvcError {
    const isRemote = this.host.facet === 'server' && operation.access !== 'local';
    return isRemote && fileSystemError.is(error)
      ? serverFilesUnusable(undefined, { cause: error.cause })
      : error;
  }

  /** Identifies the caller. Throws when they may not call the operation with any input: an invalid token, or an anonymous caller. */
  async admit({ operation }: FoundOperation, options: InvokeOptions): Promise<Caller> {
    const caller =
      this.knownCaller(options) ??
      (await (await this.services.access.authorizer()).authenticate(options.token));
    if (this.host.facet === 'server') refuseStranger(caller, operation);
    return caller;
  }

  /** Loads the code of an operation ahead of its first call. A failure is logged here and reported again by the call. */
  async prepare(found: FoundOperation): Promise<void> {
    try {
      await loadLibraries();
      const loaded = await this.load(found);
      (await import('../di/module-container.js')).injectedKeys(loaded.handler);
      loaded.input = await loaded.operation.input();
    } catch (error) {
      this.host.log.error({ operation: found.operation.id, err: error }, 'cannot be loaded');
    }
  }

  private async attempt(
    found: FoundOperation,
    given: unknown,
    options: InvokeOptions & { readonly signal: AbortSignal },
  ): Promise<unknown> {
    options.signal.throwIfAborted();
    const caller = await this.admit(found, options);
    const container = await this.lifecycle.activate(found.record);
    const loaded = this.loaded.get(found) ?? (await this.load(found));
    const input = isRightlyEmpty(found.operation, given)
      ? {}
      : await readInput((loaded.input ??= await loaded.operation.input()), given);
    const guards = loaded.guards ?? (await this.guardsOf(loaded));
    if (guards === unguarded || options.nested === true) {
      const target =
        this.host.facet === 'client'
          ? undefined
          : await authorise(loaded.operation, { input, caller }, this.services.access);
      return await container
        .build(loaded.handler)
        .run(input, this.context({ ...options, caller }, target));
    }
    return this.guarded(guards, { container, loaded, input, caller }, options);
  }

  private guarded(
    { outer, inner }: Guards,
    { container, loaded, input, caller }: ReadyCall,
    options: InvokeOptions & { readonly signal: AbortSignal },
  ): Promise<unknown> {
    let decision: Promise<Context['target']> | undefined;
    const seen: { located?: Located | undefined; made?: Subject; spent?: number } = {};
    const notice = (object: Located | undefined) => void (seen.located = object);
    const target = () =>
      (decision ??= authorise(
        loaded.operation,
        { input, caller, found: notice },
        this.services.access,
      ));
    const auditSubject = (object: Subject) => void (seen.made = object);
    const spent = (milliseconds: number) => void (seen.spent = milliseconds);
    const run: Next = async ({ upload }) =>
      container.build(loaded.handler).run(input, {
        ...this.context({ ...options, caller, upload }, await target()),
        auditSubject,
        spent,
      });
    const authorised: Next = async (call) => {
      await target();
      return within(inner, run)(call);
    };
    const { address, request } = options;
    return within(
      outer,
      authorised,
    )({
      operation: loaded.operation,
      input,
      caller,
      address,
      request,
      upload: uploadOf(options),
      target,
      seen,
    });
  }

  /**
   * The guards of an operation. There are none on the user's machine, and none for an operator's command on the server's machine, since it is
   * not a request.
   */
  private async guardsOf(loaded: LoadedOperation): Promise<Guards> {
    const { operation } = loaded;
    const found =
      this.host.facet === 'client' || operation.access === 'local'
        ? unguarded
        : await this.services.guards(operation);
    // most operations have no guards, and skip the cost
    loaded.guards = found.outer.length + found.inner.length === 0 ? unguarded : found;
    return loaded.guards;
  }

  private async load(found: FoundOperation): Promise<LoadedOperation> {
    const bound = (await this.lifecycle.declaration(found.record)).operations?.find(
      ({ operation }) => operation.id === found.operation.id,
    );
    if (bound?.run === undefined)
      throw new Error(
        `Module "${found.record.id}" announces "${found.operation.id}" without a handler: its manifest is out of date.`,
      );
    const loaded = { operation: bound.operation, handler: await bound.run() };
    this.loaded.set(found, loaded);
    return loaded;
  }

  /** The caller without authentication. On the user's machine every caller is anonymous, since access is not checked there. */
  private knownCaller({ caller, token }: InvokeOptions): Caller | undefined {
    return caller ?? (token === undefined || this.host.facet === 'client' ? anonymous : undefined);
  }

  private context(
    options: InvokeOptions & { readonly caller: Caller; readonly signal: AbortSignal },
    target: Context['target'],
  ): Context {
    const { defaults } = this.services;
    const {
      caller,
      address,
      origin,
      signal,
      consent,
      foreground = noForeground,
      progress = defaults.progress,
      ask = defaults.ask,
      cwd = defaults.cwd,
    } = options;
    const upload = uploadOf(options);
    const invoke = this.services.invokeAs(options);
    return {
      caller,
      address,
      origin,
      signal,
      progress,
      ask,
      consent,
      cwd,
      env: this.host.env,
      target,
      upload,
      foreground,
      invoke,
    };
  }
}
