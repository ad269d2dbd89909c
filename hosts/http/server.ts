import { serverStartedPoint, type ServerStartedHook } from 'svc-registry/kernel';
import { builtInSources, createKernel, type Kernel } from '../../kernel/index.js';
import { builtInModules, requiredOnServers } from '../builtin.js';
import { configuredModules } from '../configured-modules.js';
import { hostInfo, type Distribution } from '../runtime.js';
import { createApp } from './app.js';
import { closeServer, createLimitedServer, listen } from './listen.js';
import { openLog } from './log.js';
import type { ServerSettings } from './settings.js';
import type { ServerState } from './system-routes.js';

const STOP_PATIENCE = 10_000;

export interface RunningServer {
  /** Address that it listens on. */
  readonly listening: string;
  /** Tells the modules that the server runs; answers lines for the person who started it. */
  announce(): Promise<readonly string[]>;
  /** Answers what is under way, then stops the modules. */
  stop(): Promise<void>;
}

function addressOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Nobody reaches a server by "all addresses". */
const reachable = (host: string): string => (['0.0.0.0', '::', ''].includes(host) ? 'localhost' : host);

async function openKernel(
  settings: ServerSettings,
  { version, manifests }: Distribution,
  log: ReturnType<typeof openLog>['log'],
): Promise<Kernel> {
  const host = { ...hostInfo({ facet: 'server', version, env: settings.env, log }) };
  const builtIn = builtInSources(manifests, builtInModules).map((source) => ({ ...source, required: requiredOnServers.has(source.id) }));
  const sources = [...builtIn, ...(await configuredModules(settings.dataDir))];
  const kernel = await createKernel({ facet: 'server', sources, host });
  try {
    await kernel.startAll();
  } catch (error) {
    await kernel.stop();
    throw error;
  }
  for (const { id, origin, state, cause } of kernel.modules()) {
    if (cause !== undefined) log.warn({ module: id, origin, state, cause }, 'module cannot be used');
  }
  return kernel;
}

async function announce(kernel: Kernel, origin: string, dev: boolean): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const extension of kernel.extensions.of(serverStartedPoint)) {
    const [services, type] = await Promise.all([extension.services(), extension.load()]);
    lines.push(...(await services.build<ServerStartedHook>(type).serverStarted({ origin, dev })));
  }
  return lines;
}

/** Starts the modules, then listens. */
export async function startServer(settings: ServerSettings, distribution: Distribution): Promise<RunningServer> {
  const { log, flush } = openLog(settings.logLevel);
  const kernel = await openKernel(settings, distribution, log);
  const state: ServerState = { stopping: false };
  const app = createApp({ kernel, log, version: distribution.version, state, trustProxy: settings.trustProxy });
  const server = createLimitedServer(app);
  const stopModules = async (): Promise<void> => {
    await kernel.stop();
    log.info({}, 'stopped');
    flush();
  };
  const port = await listen(server, settings).catch(async (error: unknown) => {
    await stopModules();
    throw error;
  });
  const listening = addressOf(settings.host, port);
  log.info({ address: listening, dataDir: settings.dataDir, version: distribution.version }, 'listening');
  return {
    listening,
    announce: () => announce(kernel, settings.publicUrl ?? addressOf(reachable(settings.host), port), settings.dev),
    stop: async () => {
      state.stopping = true;
      log.info({}, 'stopping');
      await closeServer(server, STOP_PATIENCE);
      await stopModules();
    },
  };
}
