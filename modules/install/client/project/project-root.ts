import { access, realpath } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { projectMissing } from '../../contract/errors.js';
import { JOURNAL_FILE, MANIFEST_FILE } from './paths.js';

/**
 * The nearest folder with a `svc.json`, from `cwd` upwards. The search ends at the root of the repository: a project
 * never reaches beyond it.
 */
export async function findProject(cwd: string): Promise<string | undefined> {
  let folder = await realpath(resolve(cwd)).catch(() => resolve(cwd));
  for (;;) {
    if (await exists(join(folder, MANIFEST_FILE))) return folder;
    // an interrupted first install: the next command finishes it
    if (await exists(join(folder, JOURNAL_FILE))) return folder;
    const parent = dirname(folder);
    if (parent === folder || (await exists(join(folder, '.git')))) return undefined;
    folder = parent;
  }
}

/** The same, but throws `project_missing`. */
export async function requireProject(cwd: string): Promise<string> {
  const root = await findProject(cwd);
  if (root === undefined) throw projectMissing({ folder: resolve(cwd) });
  return root;
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
