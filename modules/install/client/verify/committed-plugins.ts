import { pluginsDiffer } from '../../contract/errors.js';
import type { PluginsOnDisk } from '../plan/plugins-on-disk.js';
import type { ProjectView } from '../apply/project-session.js';
import { effectiveMode } from '../project/project-state.js';
import { pluginDifferences } from './verification.js';

/**
 * Throws `plugins_differ` if committed plugins differ from the lock: restoring them would hide a change that a check in CI
 * should find. Plugins that are not committed are installed.
 */
export async function assertAsCommitted(
  project: Pick<ProjectView, 'scope' | 'state'>,
  onDisk: PluginsOnDisk,
): Promise<void> {
  const { scope, state } = project;
  if ((await effectiveMode(scope, state.manifest)) !== 'vendored') return;
  const found = await pluginDifferences(project, onDisk);
  if (found.length === 0) return;
  const plugins = [...new Set(found.map(({ plugin }) => plugin))];
  throw pluginsDiffer(
    { lock: scope.lockFile, plugins },
    { issues: found.map(({ path, message }) => ({ file: path, message })) },
  );
}
