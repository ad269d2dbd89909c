import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ifThere, isNowhere } from '../../../../toolbox/file-errors.js';
import type { ProjectMode } from '../../contract/agent-ids.js';
import { emptyLock, readLockFile, type LockFile } from './lock-file.js';
import { PLUGINS_FOLDER } from './paths.js';
import { readProjectManifest, type ProjectManifest } from './project-manifest.js';
import type { Scope } from './scope.js';

/** The contents of a scope's svc.json and lock. */
export interface ProjectState {
  readonly manifest: ProjectManifest | undefined;
  /** Empty when there is none. */
  readonly lock: LockFile;
  readonly hasLock: boolean;
}

export function readProjectState(scope: Scope): ProjectState {
  const [manifest, found] = [readProjectManifest(scope), readLockFile(scope)];
  const lock = found ?? emptyLock;
  return {
    manifest,
    hasLock: found !== undefined,
    lock: manifest === undefined ? { ...emptyLock, managedFiles: lock.managedFiles } : lock,
  };
}

/**
 * The mode; if svc.json names none: `vendored` for a new project, `managed` if plugins are already there. `null` for the user's
 * plugins, which are in no repository.
 */
export async function effectiveMode(
  { kind, root }: Scope,
  manifest: ProjectManifest | undefined,
): Promise<ProjectMode | null> {
  if (kind === 'user') return null;
  if (manifest?.mode !== undefined) return manifest.mode;
  if (manifest !== undefined && manifest.dependencies.size > 0) return 'managed';
  return (await installedNames(root)).size > 0 ? 'managed' : 'vendored';
}

/** Names of the plugins that have a folder in `.svc/plugins`. */
export async function installedNames(root: string): Promise<ReadonlySet<string>> {
  const workspaces = await foldersOf(join(root, PLUGINS_FOLDER));
  const plugins = await Promise.all(
    workspaces.map(async (workspace) =>
      (await foldersOf(join(root, PLUGINS_FOLDER, workspace))).map(
        (plugin) => `${workspace}/${plugin}`,
      ),
    ),
  );
  return new Set(plugins.flat());
}

async function foldersOf(folder: string): Promise<readonly string[]> {
  const entries = (await ifThere(readdir(folder, { withFileTypes: true }), isNowhere)) ?? [];
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
}
