/** The kernel's API for hosts and tests. Modules use `kernel/api` only. */
import type { HostInfo, Provider } from './api/index.js';
import { resolveGraph } from './graph/resolve.js';
import {
  askNobody,
  silentProgress,
  type InvokeOptions,
  type RemoteCall,
  type RemoteCaller,
} from './invoke/invocation.js';
import { Kernel } from './kernel.js';
import { unavailableError } from './lifecycle/lifecycle.js';
import { realTimers, type Timers } from './lifecycle/time-limit.js';
import { discover } from './loader/discover.js';
import type { ModuleSource } from './loader/module-source.js';

export type { CallRequest } from './api/call-guard.js';
export type { Shape } from './api/extension-point.js';
export { asSvcError, serverFilesUnusable } from './api/file-system.js';
export { PROGRAMS, type CliSurface, type Consent, type HttpSurface } from './api/operation.js';
export type { FaultCode, ModuleState, ModuleStatus } from './graph/module-record.js';
export * from './invoke/invocation.js';
export { MOST_TEXT, reportedIssues } from './invoke/reported-issues.js';
export type { Timers } from './lifecycle/time-limit.js';
export { builtInSources, inlineSource, type ModuleSource } from './loader/module-source.js';
export * from './manifest/manifest.js';
export { Kernel } from './kernel.js';

export interface KernelOptions {
  readonly facet: 'client' | 'server';
  readonly sources: readonly ModuleSource[];
  readonly host: HostInfo;
  /** Services of the host, visible to every module. They take precedence over a module's own services with the same key. */
  readonly provides?: readonly Provider[];
  /** How a client calls the server; default is HTTP. */
  readonly remote?: RemoteCaller;
  /** Defaults for calls that do not specify their own. */
  readonly ask?: InvokeOptions['ask'];
  readonly progress?: InvokeOptions['progress'];
  readonly cwd?: string;
  readonly timers?: Timers;
  /** How long one module's start and stop may take, in milliseconds; default 60 s and 10 s. */
  readonly limits?: { readonly start: number; readonly stop: number };
}

function httpRemote(host: HostInfo): RemoteCaller {
  let caller: RemoteCaller | undefined;
  return {
    async call(call: RemoteCall) {
      const { HttpCaller } = await import('./invoke/http-caller.js');
      caller ??= new HttpCaller(host);
      return caller.call(call);
    },
  };
}

/**
 * Finds and resolves modules; starts none. An unusable module is a row of `kernel.modules()`; an error is thrown only for a module that its
 * source marks as required.
 */
export async function createKernel(options: KernelOptions): Promise<Kernel> {
  const { facet, sources, host, ask = askNobody, progress = silentProgress, cwd = '' } = options;
  const found = await discover(sources, facet);
  if (found.some(({ source }) => source.origin !== 'built-in'))
    (await import('./graph/contribution-check.js')).rejectUnfit(found);
  const graph = resolveGraph(found);
  const missing = graph.all.find((one) => one.source.required === true && one.unavailable);
  if (missing !== undefined) throw unavailableError(missing);
  return new Kernel({
    host,
    graph,
    provides: options.provides ?? [],
    remote: options.remote ?? httpRemote(host),
    defaults: { ask, progress, cwd },
    timers: options.timers ?? realTimers,
    limits: options.limits ?? { start: 60_000, stop: 10_000 },
  });
}
