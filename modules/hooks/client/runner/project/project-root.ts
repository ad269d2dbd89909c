import { existsSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { listOf } from '../../../../../toolbox/type-guards.js';
import { valueAt, type Dialect, type Payload } from '../dialects/dialect.js';
import type { Env } from '../command/environment.js';

export const LOCK_FILE = 'svc-lock.json';

export interface EventPlace {
  readonly payload: Payload | undefined;
  readonly dialect: Dialect;
  readonly env: Env;
  /** The folder that the agent started the runner in. */
  readonly cwd: string;
}

/**
 * Folders that the event may be about: the agent's own word for its project, else the folders that are open in it, else where the
 * session stands. A session that has wandered into a nested project still belongs to the one that the agent was started for.
 */
export function foldersOf({ payload = {}, dialect, env, cwd }: EventPlace): readonly string[] {
  const named = dialect.projectVariables
    .map((name) => env[name])
    .find((folder) => folder !== undefined && isAbsolute(folder));
  if (named !== undefined) return [named];
  const open = ['workspace_roots', 'workspacePaths'].flatMap((path) =>
    listOf(valueAt(payload, path)),
  );
  const candidates = open.length > 0 ? open : [payload['cwd']];
  const folders = candidates.filter(
    (folder): folder is string => typeof folder === 'string' && isAbsolute(folder),
  );
  return folders.length > 0 ? folders : [cwd];
}

/** The nearest folder with a lock, from one of the folders upwards. The search ends at the root of the repository. */
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
    return resolve(folder); // gone already; those above it may be there
  }
}

function lockedAbove(folder: string): string | undefined {
  if (existsSync(join(folder, LOCK_FILE))) return folder;
  const parent = dirname(folder);
  return parent === folder || existsSync(join(folder, '.git')) ? undefined : lockedAbove(parent);
}
