import type { Context, Handler } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { inputsOf } from '../../launch/contract/given-inputs.js';
import {
  folderWorkspacesKey,
  type FolderWorkspaces,
} from '../../project/contract/folder-workspaces.js';
import type { CreateCommandInput } from '../contract/command-inputs.js';
import { createSchedule } from '../contract/schedule-operations.js';
import type { ScheduleListed } from '../contract/schedule-view.js';
import { assertComplete } from './complete-request.js';

@injectable()
export class CreateCommandHandler implements Handler<CreateCommandInput, ScheduleListed> {
  constructor(@inject(folderWorkspacesKey) private readonly workspaces: FolderWorkspaces) {}

  async run(input: CreateCommandInput, context: Context): Promise<ScheduleListed> {
    assertComplete(input);
    const { input: typed, workspace: named, ...request } = input;
    const inputs = typed && { inputs: Object.fromEntries(inputsOf(typed)) };
    const question = 'Workspace of the schedule';
    const workspace = await this.workspaces.of({ folder: context.cwd, named, question }, context);
    return context.invoke(createSchedule, { ...request, ...inputs, workspace });
  }
}
