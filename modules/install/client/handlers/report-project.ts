import { realpath } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Context } from 'svc-registry/kernel';
import { findProject, repositoryAround } from '../project/project-root.js';
import type { Scope } from '../project/scope.js';

type ReportContext = Pick<Context, 'cwd' | 'progress'>;

/** Says which project a command works on, where the current folder does not show it. */
export async function reportProject(
  { root }: Scope,
  { cwd, progress }: ReportContext,
): Promise<void> {
  if (root !== (await real(cwd))) progress.note(`The project is ${root}, found above this folder.`);
}

/** Says where a new project is made, where the whole repository may have been meant. */
export async function reportNewProject({ cwd, progress }: ReportContext): Promise<void> {
  const folder = await real(cwd);
  const repository = repositoryAround(folder);
  if (repository === undefined || repository === folder) return;
  progress.note(
    `A new project is made in ${folder}. To have one for the whole repository, run this in ${repository}.`,
  );
}

/** Warns before a project is made inside another one: each command works on one of them only. */
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
