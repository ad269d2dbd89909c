import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { projectMissing } from '../../contract/errors.js';
import { JOURNAL } from './paths.js';
import { projectScope, type Scope } from './scope.js';

/** Folders of svc itself are not projects, although they may hold an svc.json: the user's scope and installed plugins. */
const OURS = /[\\/]\.svc(?:[\\/]plugins(?:[\\/].*)?)?$/;

/**
 * The nearest folder with an `svc.json`, from `cwd` upwards. The search ends at the repository's root, because a project
 * cannot extend beyond it.
 */
export async function findProject(cwd: string): Promise<Scope | undefined> {
  let folder = await realpath(resolve(cwd)).catch(() => resolve(cwd));
  for (;;) {
    const scope = projectScope(folder);
    // an interrupted first install has no svc.json yet; the next command completes it
    const marks = [scope.manifestFile, join(scope.workFolder, JOURNAL)];
    if (!OURS.test(folder) && marks.some((path) => existsSync(join(folder, path)))) return scope;
    const parent = dirname(folder);
    if (parent === folder || existsSync(join(folder, '.git'))) return undefined;
    folder = parent;
  }
}

/** The same, but throws `project_missing`. */
export async function requireProject(cwd: string): Promise<Scope> {
  const scope = await findProject(cwd);
  if (scope === undefined) throw projectMissing({ folder: resolve(cwd) });
  return scope;
}

/** The nearest folder with a `.git`, from `folder` upwards. */
export function repositoryAround(folder: string): string | undefined {
  if (existsSync(join(folder, '.git'))) return folder;
  const parent = dirname(folder);
  return parent === folder ? undefined : repositoryAround(parent);
}
