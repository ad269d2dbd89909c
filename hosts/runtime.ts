import { serviceKey, type HostInfo, type Log } from 'svc-registry/kernel';
import type { Kernel, ModuleManifest, ModuleSource } from '../kernel/index.js';
import { homeFolder } from './home-folder.js';
import { networkFetch } from './network/network-fetch.js';

type Env = Readonly<Record<string, string | undefined>>;

/** The product as it is installed: its version and its own modules. */
export interface Distribution {
  readonly version: string;
  readonly manifests: readonly ModuleManifest[];
  /** The modules themselves: their code is imported on first use. */
  readonly sources: readonly ModuleSource[];
}

/** What the host's own operations need of the process they run in. */
export interface Runtime {
  readonly distribution: Distribution;
  /** Why modules from outside are left out, where the user's configuration cannot be read. */
  readonly faults: readonly string[];
  /** The kernel that runs the operation: the client's. */
  readonly kernel: () => Kernel;
}

export const runtimeKey = serviceKey<Runtime>('host.runtime');

export interface HostFacts {
  readonly facet: HostInfo['facet'];
  readonly version: string;
  readonly env: Env;
  readonly log: Log;
}

/** `<point>` or `<point>:<how many times to pass it>`: ends the process there without any clean-up, as a crash would. */
function faultOf(wanted: string | undefined): HostInfo['fault'] {
  if (wanted === undefined || wanted === '') return undefined;
  const [name, times = '0'] = wanted.split(':');
  let passed = 0;
  return (point) => {
    if (point === name && passed++ === Number(times)) process.kill(process.pid, 'SIGKILL');
  };
}

/** This machine's clock until it is set; then it runs on evenly, whatever is done to the machine's. */
function settableClock(): Required<Pick<HostInfo, 'clock' | 'setClock'>> {
  let start: number | undefined;
  return {
    clock: () => (start === undefined ? new Date() : new Date(start + performance.now())),
    setClock: (now) => void (start = now.getTime() - performance.now()),
  };
}

export function hostInfo({ facet, version, env, log }: HostFacts): HostInfo {
  const [, program] = process.argv;
  return {
    facet,
    version,
    env,
    log,
    home: homeFolder(env),
    program,
    fetch: networkFetch(env),
    ...settableClock(),
    fault: faultOf(env['SVC_FAULT']),
  };
}
