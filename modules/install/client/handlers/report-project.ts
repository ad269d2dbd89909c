import { realpath } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Context } from 'svc-registry/kernel';
import { findProject, repositoryAround } from '../project/project-root.js';
import type { Scope } from '../project/scope.js';

type ReportContext = Pick<Context, 'cwd' | 'progress'>;

/** Reports the project that a command works on if it is not the current folder. */
export async function reportProject(
  { root }: Scope,
  { cwd, progress }: ReportContext,
): Promise<void> {
  if (root !== (await real(cwd))) progress.note(`The project is ${root}, found above this folder.`);
}

/** Reports the folder of a new project if the user may have meant the repository's root. */
export async function reportNewProject({ cwd, progress }: ReportContext): Promise<void> {
  const folder = await real(cwd);
  const repository = repositoryAround(folder);
  if (repository === undefined || repository === folder) return;
  progress.note(
    `A new project is created in ${folder}. To have one for the whole repository, run this in ${repository}.`,
  );
}

/** Warns before creating a project inside another one, because each command works on only one of them. */
export async function warnOfProjectAround({ cwd, progress }: ReportContext): Promise<void> {
  const folder = await real(cwd);
  const outer =
    repositoryAround(folder) === folder ? undefined : await findProject(dirname(folder));
  if (outer === undefined) return reportNewProject({ cwd, progress });
  progress.warn(
    `${folder} becomes a project of its own inside ${outer.root}: commands that are run here work on it from now on, and no longer on ${join(outer.root, outer.manifestFile)}.`,
  );
}

function real(folder: string): Promise<string> {
  return realpath(resolve(folder)).catch(() => resolve(folder));
}
