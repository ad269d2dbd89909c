import type { ManagedFiles } from './managed-files.js';
import type { ProjectManifest } from './project-manifest.js';

/** The name of svc's own tool server. */
export const OWN_SERVER = 'svc';

interface Installed {
  /** Neither svc.json nor the lock may change. */
  readonly frozen: boolean;
  readonly managedFiles: Pick<ManagedFiles, 'toolServers'>;
}

/**
 * Whether agents get svc's own tool server: as svc.json says, and where it says nothing, if it names a plugin of the registry. That follows
 * from committed files alone, so it is the same on every machine. A frozen install leaves what the lock has.
 */
export function wantsToolServer(
  { toolServer, dependencies }: Pick<ProjectManifest, 'toolServer' | 'dependencies'>,
  { frozen, managedFiles }: Installed,
): boolean {
  if (toolServer !== undefined) return toolServer;
  const usesRegistry = [...dependencies.values()].some(({ source }) => source === undefined);
  return usesRegistry || (frozen && hasOwnServer(managedFiles));
}

export function hasOwnServer({ toolServers }: Pick<ManagedFiles, 'toolServers'>): boolean {
  return [...toolServers.values()].some((entries) => entries.has(OWN_SERVER));
}
