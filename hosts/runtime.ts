import { homedir } from 'node:os';
import { join } from 'node:path';
import { serviceKey, type HostInfo, type Log } from 'svc-registry/kernel';
import type { Kernel, ModuleManifest, ModuleSource } from '../kernel/index.js';

type Env = Readonly<Record<string, string | undefined>>;

/** `~/.svc`, unless SVC_HOME names another folder. */
export function homeFolder(env: Env): string {
  const named = env['SVC_HOME'];
  return named === undefined || named === '' ? join(homedir(), '.svc') : named;
}

/** The installed product: its version, its program and its built-in modules. */
export interface Distribution {
  readonly version: string;
  /** File of the program `svc`, if it has one. */
  readonly svc: string | undefined;
  /** Whose code is installed: the package of the client has no server. */
  readonly facets: readonly HostInfo['facet'][];
  readonly manifests: readonly ModuleManifest[];
  /** Sources of the modules, whose code is imported on first use. */
  readonly sources: readonly ModuleSource[];
}

/** The process-wide objects that the host's own operations use. */
export interface Runtime {
  readonly distribution: Distribution;
  /** Why modules from outside are left out: the errors of a user configuration that cannot be read. */
  readonly faults: readonly string[];
  /** The kernel that runs the operation: the client's. */
  readonly kernel: () => Kernel;
}

export const runtimeKey = serviceKey<Runtime>('host.runtime');

export interface HostFacts {
  readonly facet: HostInfo['facet'];
  readonly distribution: Pick<Distribution, 'version' | 'svc'>;
  readonly env: Env;
  readonly log: Log;
}

/** Parses `<point>` or `<point>:<times to pass it>`. At that point the process ends without any clean-up, as in a crash. */
function faultOf(wanted: string | undefined): HostInfo['fault'] {
  if (wanted === undefined || wanted === '') return undefined;
  const [name, times = '0'] = wanted.split(':');
  let passed = 0;
  return (point) => {
    if (point === name && passed++ === Number(times)) process.kill(process.pid, 'SIGKILL');
  };
}

/** This machine's clock until it is set. Afterwards it runs on monotonically, unaffected by changes of the machine's clock. */
function settableClock(): Required<Pick<HostInfo, 'clock' | 'setClock'>> {
  let start: number | undefined;
  return {
    clock: () => (start === undefined ? new Date() : new Date(start + performance.now())),
    setClock: (now) => void (start = now.getTime() - performance.now()),
  };
}

/** Loads what connections need on the first request: most commands make none. */
function fetchOnUse(env: Env): HostInfo['fetch'] {
  let loading: Promise<HostInfo['fetch']> | undefined;
  return async (input, init) => {
    loading ??= import('./network/network-fetch.js').then((m) => m.networkFetch(env));
    return (await loading)(input, init);
  };
}

export function hostInfo({ facet, distribution, env, log }: HostFacts): HostInfo {
  return {
    facet,
    version: distribution.version,
    env,
    log,
    home: homeFolder(env),
    program: distribution.svc,
    fetch: fetchOnUse(env),
    ...settableClock(),
    fault: faultOf(env['SVC_FAULT']),
  };
}
