import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { noManagedFiles, managedPaths, type ManagedFiles } from '../project/managed-files.js';
import { emptyLock, lockText } from '../project/lock-file.js';
import { PLUGIN_MARKER, pluginFolder, RULES_FILE } from '../project/paths.js';
import type { ProjectManifest } from '../project/project-manifest.js';
import { removeIgnoreFiles } from '../wiring/ignore-files.js';
import type { ProjectView } from './project-session.js';
import { installedNames } from '../project/project-state.js';

interface UninstallAllOptions {
  readonly manifest: ProjectManifest;
  /** Records of files that cannot be reached from this scope now. */
  readonly elsewhere: ManagedFiles;
  readonly warn: (text: string) => void;
}

/** Removes the files that only svc reads. The entries in agents' files are removed before. */
export async function uninstallAll(
  { scope, changes }: ProjectView,
  { manifest, elsewhere, warn }: UninstallAllOptions,
): Promise<void> {
  for (const name of await installedNames(scope.root)) {
    const folder = pluginFolder(name);
    if (existsSync(join(scope.root, folder, PLUGIN_MARKER))) changes.remove(folder);
    else warn(`${folder} was not created by svc; it is left unchanged.`);
  }
  changes.remove(RULES_FILE);
  if (scope.kind === 'project') await removeIgnoreFiles(changes);
  if (managedPaths(elsewhere).length === 0) changes.remove(scope.lockFile);
  else
    await changes.write(
      scope.lockFile,
      lockText({ ...emptyLock, managedFiles: { ...noManagedFiles, ...elsewhere } }),
    );
  const rest = manifest.withoutInstalling();
  if (rest === undefined) changes.remove(scope.manifestFile);
  else {
    await changes.write(scope.manifestFile, rest.text);
    warn(
      `${scope.manifestFile} has other settings too; only what is about installing was removed.`,
    );
  }
}
