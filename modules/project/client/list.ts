import type { Context, Handler, Page } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { projectFilesKey, type ProjectFiles } from '../../install/contract/project-files.js';
import type { ListCommandInput } from '../contract/command-inputs.js';
import { listProjects } from '../contract/operations.js';
import type { ProjectView } from '../contract/project-view.js';
import { workspaceAround, WORKSPACE_QUESTION } from './workspace.js';

@injectable()
export class ListHandler implements Handler<ListCommandInput, Page<ProjectView>> {
  constructor(@inject(projectFilesKey) private readonly files: ProjectFiles) {}

  async run(
    { workspace: named, ...page }: ListCommandInput,
    context: Context,
  ): Promise<Page<ProjectView>> {
    const request = { folder: context.cwd, named, question: WORKSPACE_QUESTION };
    const workspace = await workspaceAround(request, this.files, context);
    return context.invoke(listProjects, { ...page, workspace });
  }
}
