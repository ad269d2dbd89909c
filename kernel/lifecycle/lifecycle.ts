import {
  isSvcError,
  moduleUnavailable,
  type Facet,
  type Log,
  type ModuleDeclaration,
} from '../api/index.js';
import type { ModuleContainer } from '../di/module-container.js';
import { checkRequirements, type ModuleGraph } from '../graph/resolve.js';
import { textOf, type FaultCode, type ModuleRecord } from '../graph/module-record.js';
import { withTimeLimit, type Timers } from './time-limit.js';

export interface LifecycleOptions {
  readonly facet: 'client' | 'server';
  readonly log: Log;
  readonly timers: Timers;
  /** Milliseconds that the start and the stop of one module may take. */
  readonly limits: { readonly start: number; readonly stop: number };
  /** Makes the container of a module; called once per module. */
  readonly container: (record: ModuleRecord, facet: Facet) => Promise<ModuleContainer>;
}

const NOT_STARTED = { code: 'start_failed', what: 'did not start' } as const;

interface Started {
  readonly record: ModuleRecord;
  readonly facet: Facet;
  readonly container: ModuleContainer;
}

/** The error for a call that needs an unavailable module. An error that the module itself has thrown for the user is passed on. */
export function unavailableError({ id, fault, state }: ModuleRecord): Error {
  const { code, cause = state, error } = fault ?? {};
  return isSvcError(error)
    ? error
    : moduleUnavailable(
        { module: id, why: cause },
        { cause: error, details: { module: id, reason: code } },
      );
}

/** Starts modules on first use, requirements first, each once; stops them in reverse order. */
export class Lifecycle {
  private readonly declarations = new Map<ModuleRecord, Promise<ModuleDeclaration>>();
  private readonly activations = new Map<ModuleRecord, Promise<ModuleContainer>>();
  private readonly started: Started[] = [];
  private ended: Promise<void> | undefined;

  constructor(
    private readonly graph: ModuleGraph,
    private readonly options: LifecycleOptions,
  ) {}

  /** The module's declaration, imported once. */
  declaration(record: ModuleRecord): Promise<ModuleDeclaration> {
    return this.once(this.declarations, record, () =>
      this.load(record, 'cannot be loaded', () => record.source.load()),
    );
  }

  /** Starts the module unless it runs already; concurrent callers share one start. */
  activate(record: ModuleRecord): Promise<ModuleContainer> {
    return this.once(this.activations, record, () => this.start(record));
  }

  /** The container of a module that has been started. */
  running(id: string): ModuleContainer | undefined {
    return this.started.find(({ record }) => record.id === id)?.container;
  }

  /** Stops all modules in the reverse order of their starts. Failures are logged and do not keep the others from stopping. */
  stop(): Promise<void> {
    this.ended ??= this.stopAll();
    return this.ended;
  }

  private once<T>(
    running: Map<ModuleRecord, Promise<T>>,
    record: ModuleRecord,
    work: () => Promise<T>,
  ): Promise<T> {
    if (this.ended !== undefined && !running.has(record))
      return Promise.reject(moduleUnavailable({ module: record.id, why: 'stopping' }));
    if (record.unavailable) return Promise.reject(unavailableError(record));
    const present = running.get(record) ?? work();
    running.set(record, present);
    return present;
  }

  private async start(record: ModuleRecord): Promise<ModuleContainer> {
    for (const id of record.manifest.requires) await this.startRequirement(record, id);
    const facet = await this.facet(record);
    const container = await this.options.container(record, facet);
    const started = { record, facet, container };
    this.started.push(started);
    try {
      await this.limited('start', record, () => facet.onStart?.(container));
    } catch (error) {
      this.started.splice(this.started.indexOf(started), 1);
      const goesOn = this.leaveOut(error);
      const failure = goesOn ? undefined : this.fail(record, NOT_STARTED, error);
      await this.end(started);
      if (failure === undefined) return this.start(record);
      throw failure;
    }
    record.state = 'active';
    return container;
  }

  /** Marks the module from outside that the error names in `details.module` as failed. Answers whether there is one. */
  leaveOut(error: unknown): boolean {
    const named = isSvcError(error)
      ? this.graph.byId.get(String(error.details['module']))
      : undefined;
    if (named?.unavailable !== false || named.source.origin === 'built-in') return false;
    this.fail(named, NOT_STARTED, error);
    return true;
  }

  private async startRequirement(record: ModuleRecord, id: string): Promise<void> {
    const required = this.graph.byId.get(id);
    try {
      if (required !== undefined) await this.activate(required);
    } catch (error) {
      checkRequirements(record, this.graph.byId);
      throw record.unavailable ? unavailableError(record) : error;
    }
  }

  private async facet(record: ModuleRecord): Promise<Facet> {
    const { facet } = this.options;
    if (record.manifest.facets?.includes(facet) === false) return {};
    const imported = facet === 'client' ? record.source.client : undefined;
    const load = imported ?? (await this.declaration(record))[facet];
    // tsyringe, which the facet's classes import, throws without it
    await import('reflect-metadata');
    return (
      (await this.load(record, `cannot load its ${facet} code`, async () => load?.()))?.default ??
      {}
    );
  }

  private async load<T>(record: ModuleRecord, what: string, work: () => Promise<T>): Promise<T> {
    try {
      return await this.limited('start', record, work);
    } catch (error) {
      throw this.fail(record, { code: 'load_failed', what }, error);
    }
  }

  private fail(
    record: ModuleRecord,
    { code, what }: { readonly code: FaultCode; readonly what: string },
    error: unknown,
  ): Error {
    const { fault = code } = (error ?? {}) as { readonly fault?: FaultCode };
    record.fail('failed', { code: fault, cause: `${what}: ${textOf(error)}`, error });
    this.options.log.error({ module: record.id, err: error }, `module "${record.id}" ${what}`);
    for (const dependent of this.graph.ordered) checkRequirements(dependent, this.graph.byId);
    return unavailableError(record);
  }

  private async stopAll(): Promise<void> {
    await Promise.allSettled(this.activations.values());
    // each runs until it has ended: what a module does last may need what it requires
    for (const started of [...this.started].reverse()) {
      await this.end(started);
      this.started.pop();
    }
    for (const record of this.graph.ordered) if (!record.unavailable) record.state = 'stopped';
  }

  private async end({ record, facet, container }: Started): Promise<void> {
    const problems: unknown[] = [];
    const note = (problem: unknown) => problems.push(problem);
    await this.limited('stop', record, () => facet.onStop?.(container)).catch(note);
    await this.limited('stop', record, async () =>
      problems.push(...(await container.dispose())),
    ).catch(note);
    for (const err of problems)
      this.options.log.error(
        { module: record.id, err },
        `module "${record.id}" did not stop cleanly`,
      );
  }

  private limited<T>(
    phase: 'start' | 'stop',
    { id }: ModuleRecord,
    work: () => Promise<T> | T,
  ): Promise<T> {
    const { limits, timers } = this.options;
    return withTimeLimit(work, {
      ms: limits[phase],
      timers,
      what: `the ${phase} of module "${id}"`,
    });
  }
}
