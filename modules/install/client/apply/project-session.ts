import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fromFileSystem, isSvcError, type Context, type HostInfo } from 'svc-registry/kernel';
import { fileSystemReason } from '../../../../toolbox/file-reasons.js';
import { unsafePath, writeFailed } from '../../contract/errors.js';
import { realFolder, realPath, resolveInside, SVC_FOLDER } from '../project/paths.js';
import type { Scope } from '../project/scope.js';
import { Changes } from '../transaction/changes.js';
import { Journal } from '../transaction/journal.js';
import { ProjectMutex } from '../transaction/project-mutex.js';
import { recover } from '../transaction/recovery.js';
import { readProjectState, type ProjectState } from '../project/project-state.js';

/** A project's current state and the changes that a command has staged. */
export interface ProjectView {
  readonly scope: Scope;
  readonly state: ProjectState;
  readonly changes: Changes;
}

/** One command's exclusive hold of a project. */
export interface ProjectSession extends ProjectView {
  commit(): Promise<void>;
}

export interface SessionPlan {
  readonly scope: Scope;
  readonly fault?: HostInfo['fault'];
  readonly context: Pick<Context, 'signal' | 'progress'>;
}

/** Takes the project's mutex, completes an interrupted command, runs `work` and removes its temporary files. */
export async function withProject<T>(
  { scope, fault = () => undefined, context }: SessionPlan,
  work: (session: ProjectSession) => Promise<T>,
): Promise<T> {
  const { root } = scope;
  resolveInside(scope, `${scope.workFolder}/tx/new`);
  // users may keep their own `.svc` elsewhere in the home folder and link to it
  if (scope.kind === 'project') assertNoLink(scope);
  const workFolder = join(realPath(root), scope.workFolder);
  // private, because credentials may be stored there later
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

/** If `.svc` were a link, svc would replace and remove plugins in whatever folder it points to. */
function assertNoLink({ root }: Scope): void {
  const folder = join(realPath(root), SVC_FOLDER);
  if (realFolder(folder) !== folder)
    throw unsafePath({
      path: SVC_FOLDER,
      why: 'it is a link, where svc wants a folder of its own',
    });
}

/** Turns system errors, such as a full disk or missing permissions, into errors for people. */
function explained(error: unknown, root: string): unknown {
  const { code, path } = error as NodeJS.ErrnoException;
  if (isSvcError(error) || typeof code !== 'string' || !/^E[A-Z]+$/.test(code)) return error;
  return writeFailed(
    { path: path ?? root, why: fileSystemReason(error), hint: fromFileSystem(error)?.hint },
    { cause: error },
  );
}
