import { realpath } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Context } from 'svc-registry/kernel';
import { findProject, repositoryAround } from '../project/project-root.js';
import type { Scope } from '../project/scope.js';

type Telling = Pick<Context, 'cwd' | 'progress'>;

/** Says which project a command works on, where that is not plain from the folder one stands in. */
export async function tellProject({ root }: Scope, { cwd, progress }: Telling): Promise<void> {
  if (root !== (await real(cwd))) progress.note(`The project is ${root}, found above this folder.`);
}

/** Says where a new project is made, where one may have thought of the whole repository. */
export async function tellNewProject({ cwd, progress }: Telling): Promise<void> {
  const folder = await real(cwd);
  const repository = repositoryAround(folder);
  if (repository === undefined || repository === folder) return;
  progress.note(`A new project is made in ${folder}. To have one for the whole repository, run this in ${repository}.`);
}

/** Of two projects one inside the other, each command works on one: who makes the second should know. */
export async function warnOfProjectAround({ cwd, progress }: Telling): Promise<void> {
  const folder = await real(cwd);
  const outer = repositoryAround(folder) === folder ? undefined : await findProject(dirname(folder));
  if (outer === undefined) return tellNewProject({ cwd, progress });
  progress.warn(
    `${folder} becomes a project of its own inside ${outer.root}: commands that are run here work on it from now on, and no longer on ${join(outer.root, outer.manifestFile)}.`,
  );
}

function real(folder: string): Promise<string> {
  return realpath(resolve(folder)).catch(() => resolve(folder));
}
