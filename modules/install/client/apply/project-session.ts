import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  fileSystemReason,
  fromFileSystem,
  isSvcError,
  type Context,
  type HostInfo,
} from 'svc-registry/kernel';
import { unsafePath, writeFailed } from '../../contract/errors.js';
import { realFolder, realPath, resolveInside, SVC_FOLDER } from '../project/paths.js';
import type { Scope } from '../project/scope.js';
import { Changes } from '../transaction/changes.js';
import { Journal } from '../transaction/journal.js';
import { ProjectMutex } from '../transaction/project-mutex.js';
import { recover } from '../transaction/recovery.js';
import { readProjectState, type ProjectState } from '../project/project-state.js';

/** A project as it is, and what a command would change in it. */
export interface ProjectView {
  readonly scope: Scope;
  readonly state: ProjectState;
  readonly changes: Changes;
}

/** One command's exclusive hold of a project. */
export interface ProjectSession extends ProjectView {
  /** Makes the changes, all or none. */
  commit(): Promise<void>;
}

export interface SessionPlan {
  readonly scope: Scope;
  readonly fault?: HostInfo['fault'];
  readonly context: Pick<Context, 'signal' | 'progress'>;
}

/** Takes the project's mutex, finishes what an interrupted command left, runs `work`, and leaves nothing of its own behind. */
export async function withProject<T>(
  { scope, fault = () => undefined, context }: SessionPlan,
  work: (session: ProjectSession) => Promise<T>,
): Promise<T> {
  const { root } = scope;
  resolveInside(scope, `${scope.workFolder}/tx/new`);
  // that of the user may be kept elsewhere in the home folder, and linked
  if (scope.kind === 'project') assertNoLink(scope);
  const workFolder = join(realPath(root), scope.workFolder);
  // credentials may come to stand there
  if (scope.kind === 'user') await mkdir(join(root, SVC_FOLDER), { recursive: true, mode: 0o700 });
  const held = await new ProjectMutex(workFolder)
    .acquire(context.signal)
    .catch((error: unknown) => {
      throw explained(error, root);
    });
  const journal = new Journal(scope, workFolder, fault);
  try {
    fault('install.after-lock');
    for (const note of recover(journal)) context.progress.warn(note);
    const changes = new Changes(scope, workFolder, fault);
    return await work({
      scope,
      state: readProjectState(scope),
      changes,
      commit: () => changes.commit(journal),
    });
  } catch (error) {
    throw explained(error, root);
  } finally {
    journal.discardStaged();
    fault('install.release');
    await held.release();
  }
}

/** A link in its place would make whatever it leads to a folder of svc, in which plugins are replaced and removed. */
function assertNoLink({ root }: Scope): void {
  const folder = join(realPath(root), SVC_FOLDER);
  if (realFolder(folder) !== folder)
    throw unsafePath({
      path: SVC_FOLDER,
      why: 'it is a link, where svc wants a folder of its own',
    });
}

/** A full disk, missing rights. */
function explained(error: unknown, root: string): unknown {
  const { code, path } = error as NodeJS.ErrnoException;
  if (isSvcError(error) || typeof code !== 'string' || !/^E[A-Z]+$/.test(code)) return error;
  return writeFailed(
    { path: path ?? root, why: fileSystemReason(error), hint: fromFileSystem(error)?.hint },
    { cause: error },
  );
}
