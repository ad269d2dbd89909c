import { existsSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { listOf } from '../../../../../toolbox/type-guards.js';
import { valueAt, type Dialect, type Payload } from '../dialects/dialect.js';
import type { Env } from '../command/environment.js';

export const LOCK_FILE = 'svc-lock.json';

export interface EventOrigin {
  readonly payload: Payload | undefined;
  readonly dialect: Dialect;
  readonly env: Env;
  /** The folder that the agent started the runner in. */
  readonly cwd: string;
}

/**
 * Candidate folders of the event: the project that the agent names, else its open folders, else the session's working directory. A session
 * that has moved into a nested project still belongs to the project that the agent was started in.
 */
export function foldersOf({ payload = {}, dialect, env, cwd }: EventOrigin): readonly string[] {
  const named = dialect.projectVariables
    .map((name) => env[name])
    .find((folder) => folder !== undefined && isAbsolute(folder));
  if (named !== undefined) return [named];
  const open = ['workspace_roots', 'workspacePaths', 'workspaceRoots'].flatMap((path) =>
    listOf(valueAt(payload, path)),
  );
  const candidates = open.length > 0 ? open : [payload['cwd']];
  const folders = candidates.filter(
    (folder): folder is string => typeof folder === 'string' && isAbsolute(folder),
  );
  return folders.length > 0 ? folders : [cwd];
}

/** The nearest folder with a lock, upwards from one of the folders. The search ends at the root of the repository. */
export function findProjectRoot(folders: readonly string[]): string | undefined {
  for (const folder of folders) {
    const root = lockedAbove(realFolder(folder));
    if (root !== undefined) return root;
  }
  return undefined;
}

function realFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return resolve(folder); // the folder was deleted, but its parents may exist
  }
}

function lockedAbove(folder: string): string | undefined {
  if (existsSync(join(folder, LOCK_FILE))) return folder;
  const parent = dirname(folder);
  return parent === folder || existsSync(join(folder, '.git')) ? undefined : lockedAbove(parent);
}
