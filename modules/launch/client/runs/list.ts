import type { Context, Handler, Page } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { folderWorkspacesKey, type FolderWorkspaces } from '../../../project/contract/index.js';
import { listLaunches } from '../../contract/launch-operations.js';
import type { LaunchRunListed } from '../../contract/launch-run-view.js';
import type { LaunchesCommandInput } from '../../contract/run-command-inputs.js';

@injectable()
export class ListHandler implements Handler<LaunchesCommandInput, Page<LaunchRunListed>> {
  constructor(@inject(folderWorkspacesKey) private readonly workspaces: FolderWorkspaces) {}

  async run(
    { workspace: named, limit: pageSize = 20 }: LaunchesCommandInput,
    context: Context,
  ): Promise<Page<LaunchRunListed>> {
    const question = 'Workspace of the launches';
    const workspace = await this.workspaces.of({ folder: context.cwd, named, question }, context);
    return context.invoke(listLaunches, { workspace, pageSize });
  }
}
