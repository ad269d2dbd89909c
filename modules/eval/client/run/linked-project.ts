import type { Context } from 'svc-registry/kernel';
import { parseLinkedName, type ProjectFiles } from '../../../install/contract/project-files.js';
import { viewProject } from '../../../project/contract/operations.js';
import { projectNotLinked } from '../../contract/command-errors.js';

export interface LinkedProject {
  /** Name of its workspace, in which runs are. */
  readonly workspace: string;
  readonly project: string;
}

/** The project that a folder is linked to, else that of the current folder. Throws `project_not_linked`, and `not_found` for one that is gone. */
export async function linkedProject(
  folder: string,
  files: Pick<ProjectFiles, 'around'>,
  context: Context,
): Promise<LinkedProject> {
  for (const place of [folder, context.cwd]) {
    const name = (await files.around(place))?.name;
    if (name === undefined || parseLinkedName(name) === undefined) continue;
    const { id: project, workspace } = await context.invoke(viewProject, { projectId: name });
    return { workspace, project };
  }
  throw projectNotLinked({ folder });
}
