import type { Log } from 'svc-registry/kernel';
import { createKernel, type Kernel } from '../../kernel/index.js';
import { configuredModules } from '../configured-modules.js';
import { backupServiceOf } from '../backup-service.js';
import { hostInfo, type Distribution } from '../runtime.js';
import type { ServerSettings } from './settings.js';

/** Modules whose failure prevents the start: without them a server could not serve anyone, or would drop work that it has accepted. */
const REQUIRED = ['persistence', 'identity', 'jobs', 'traffic', 'audit'];

/** Finds the server's modules, both built-in and those that its data folder's configuration names; starts none. */
export async function findServerModules(
  settings: ServerSettings,
  distribution: Distribution,
  log: Log,
): Promise<Kernel> {
  const host = hostInfo({ facet: 'server', distribution, env: settings.env, log });
  const builtIn = distribution.sources.map((source) => ({
    ...source,
    required: REQUIRED.includes(source.id),
  }));
  return createKernel({
    facet: 'server',
    sources: [...builtIn, ...(await configuredModules(settings.dataDir))],
    host,
  });
}

/** Runs before the modules start: their start has a time limit, and an upgrade may take longer. */
async function upgrade(kernel: Kernel): Promise<void> {
  try {
    await (await backupServiceOf(kernel)).upgrade();
  } catch (error) {
    if (!kernel.leaveOut(error)) throw error;
    await upgrade(kernel);
  }
}

/** Starts every module of a server; unavailable modules are logged. */
export async function startServerModules(
  settings: ServerSettings,
  distribution: Distribution,
  log: Log,
): Promise<Kernel> {
  const kernel = await findServerModules(settings, distribution, log);
  try {
    await upgrade(kernel);
    await kernel.startAll();
  } catch (error) {
    await kernel.stop();
    throw error;
  }
  for (const { id, origin, state, code, cause } of kernel.modules()) {
    if (code !== undefined)
      log.warn({ module: id, origin, state, code, cause }, 'module cannot be used');
  }
  return kernel;
}
