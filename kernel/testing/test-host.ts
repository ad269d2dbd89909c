import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Ask, HostInfo, ModuleDeclaration, Provider, ServiceKey } from '../api/index.js';
import {
  createKernel,
  inlineSource,
  type InvokeOptions,
  type Kernel,
  type KernelOptions,
} from '../index.js';
import { keyId } from '../di/key-id.js';
import { inProcessServer } from './in-process-server.js';
import { recordingLog, type LogEntry } from './recording-log.js';

export interface TestHostOptions {
  readonly modules: readonly ModuleDeclaration[];
  /** Default `server`. With `both` a client kernel calls a server kernel in this process. */
  readonly facet?: 'server' | 'client' | 'both';
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The user's own folder; default is a new temporary one that is removed at the end. */
  readonly home?: string;
  /** Services that replace those of the modules. */
  readonly provides?: readonly Provider[];
  readonly clock?: () => Date;
  readonly ask?: Ask;
  readonly cwd?: string;
  /** `HostInfo.program`. */
  readonly program?: string;
}

/** A host for tests. Always `stop()` it. */
export interface TestHost {
  /** Calls an operation with its output's type, or by id with any input. */
  readonly invoke: Kernel['invoke'];
  /** A service by its key; of the client first when there are both. */
  readonly get: <T>(key: ServiceKey<T>) => Promise<T>;
  /** The kernel; the client's when there are both. */
  readonly kernel: Kernel;
  /** The server's kernel. */
  readonly server: Kernel | undefined;
  readonly home: string;
  /** What was said to the person who waits. */
  readonly warnings: readonly string[];
  readonly notes: readonly string[];
  readonly log: readonly LogEntry[];
  readonly stop: () => Promise<void>;
}

interface Heard {
  readonly warnings: string[];
  readonly notes: string[];
  readonly log: LogEntry[];
}

function kernelOptions(
  facet: 'client' | 'server',
  home: string,
  { heard, options }: { heard: Heard; options: TestHostOptions },
): KernelOptions {
  const host: HostInfo = {
    facet,
    version: '0.0.0-test',
    env: options.env ?? {},
    home,
    log: recordingLog(heard.log),
    fetch,
    clock: options.clock ?? (() => new Date()),
    program: options.program,
  };
  const progress = {
    step: () => undefined,
    note: (text: string) => void heard.notes.push(text),
    warn: (text: string) => void heard.warnings.push(text),
  };
  const { ask, cwd, provides } = options;
  const given = {
    ...(ask && { ask }),
    ...(cwd !== undefined && { cwd }),
    ...(provides && { provides }),
  };
  return {
    facet,
    host,
    progress,
    sources: options.modules.map((module) => inlineSource(module)),
    ...given,
  };
}

function provides(kernel: Kernel, facet: 'client' | 'server', id: string): boolean {
  return kernel.manifests().some((manifest) => manifest.provides[facet].includes(id));
}

async function startClient(options: KernelOptions, server: Kernel | undefined): Promise<Kernel> {
  if (server === undefined) return createKernel(options);
  const keepsCredentials = () => provides(client, 'client', 'kernel.connection');
  const client = await createKernel({
    ...options,
    remote: inProcessServer(server, keepsCredentials),
  });
  return client;
}

/** Boots the kernel with the given modules; they start on first use, as in the product. */
export async function startTestHost(options: TestHostOptions): Promise<TestHost> {
  const { facet = 'server' } = options;
  const home = options.home ?? (await mkdtemp(join(tmpdir(), 'svc-test-')));
  const heard: Heard = { warnings: [], notes: [], log: [] };
  const about = { heard, options };
  const server =
    facet === 'client' ? undefined : await createKernel(kernelOptions('server', home, about));
  const client =
    facet === 'server'
      ? undefined
      : await startClient(kernelOptions('client', home, about), server);
  const kernel = client ?? server;
  if (kernel === undefined) throw new Error('unreachable: there is always one kernel');
  return {
    ...heard,
    kernel,
    server,
    home,
    invoke: ((operation: string, input: unknown, more?: InvokeOptions) =>
      kernel.invoke(operation, input, more)) as Kernel['invoke'],
    get: <T>(key: ServiceKey<T>) => {
      const onServer =
        server !== undefined &&
        !provides(kernel, kernel === server ? 'server' : 'client', keyId(key));
      return (onServer ? server : kernel).get(key);
    },
    stop: async () => {
      await client?.stop();
      await server?.stop();
      if (options.home === undefined) await rm(home, { recursive: true, force: true });
    },
  };
}
