import type { Log } from 'svc-registry/kernel';
import { createKernel, type Kernel } from '../../kernel/index.js';
import { configuredModules } from '../configured-modules.js';
import { backupServiceOf } from '../backup-service.js';
import { hostInfo, type Distribution } from '../runtime.js';
import type { ServerSettings } from './settings.js';

/** Without these a server would answer, but for nobody, or leave undone what it has promised to do. */
const REQUIRED = ['persistence', 'identity', 'jobs', 'traffic', 'audit'];

/** Finds the server's modules, its own and those that its data folder's configuration names; starts none. */
export async function findServerModules(
  settings: ServerSettings,
  { version, sources }: Distribution,
  log: Log,
): Promise<Kernel> {
  const host = hostInfo({ facet: 'server', version, env: settings.env, log });
  const builtIn = sources.map((source) => ({ ...source, required: REQUIRED.includes(source.id) }));
  return createKernel({
    facet: 'server',
    sources: [...builtIn, ...(await configuredModules(settings.dataDir))],
    host,
  });
}

/** Before the start, whose time is limited: an upgrade takes as long as it takes. */
async function upgrade(kernel: Kernel): Promise<void> {
  try {
    await (await backupServiceOf(kernel)).upgrade();
  } catch (error) {
    if (!kernel.leaveOut(error)) throw error;
    await upgrade(kernel);
  }
}

/** Starts every module of a server; what cannot be used goes to the log. */
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
