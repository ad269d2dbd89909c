import type { Context, Handler, SvcError } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { projectMissing } from '../../install/contract/errors.js';
import { folderSourcesKey, type FolderSources } from '../../project/contract/folder-sources.js';
import {
  folderWorkspacesKey,
  type FolderWorkspaces,
} from '../../project/contract/folder-workspaces.js';
import type { SyncInput } from '../contract/command-inputs.js';
import { noRepository, schedulesInvalid, schedulesRefused } from '../contract/errors.js';
import { syncSchedules } from '../contract/schedule-operations.js';
import type { SyncedSchedules } from '../contract/schedule-view.js';
import { ScheduleFile, type FileSchedules } from './file/schedule-file.js';

@injectable()
export class SyncHandler implements Handler<SyncInput, SyncedSchedules> {
  constructor(
    @inject(ScheduleFile) private readonly file: ScheduleFile,
    @inject(folderSourcesKey) private readonly sources: FolderSources,
    @inject(folderWorkspacesKey) private readonly workspaces: FolderWorkspaces,
  ) {}

  async run({ workspace: named }: SyncInput, context: Context): Promise<SyncedSchedules> {
    const { cwd } = context;
    const found = await this.file.around(cwd);
    if (found === undefined) throw projectMissing({ folder: cwd });
    const { file, schedules, problems } = found;
    if (problems.length > 0)
      throw schedulesInvalid({ file: file.path, count: problems.length }, { issues: problems });
    const source = await this.sources.of(file.root, context);
    if (source === undefined) throw noRepository({ folder: file.root });
    const question = 'Workspace of the schedules';
    const workspace = await this.workspaces.of({ folder: file.root, named, question }, context);
    const wanted = schedules.map(({ entry }) => entry);
    const where = { workspace, repo: source.uri, folder: source.subpath };
    try {
      return await context.invoke(syncSchedules, { ...where, schedules: wanted });
    } catch (error) {
      throw schedulesRefused.is(error) ? withPositions(error, found) : error;
    }
  }
}

const BLOCK = 'schedules.';

/** The server knows the keys of the entries, and not the file. */
function withPositions({ issues }: SvcError, { issue }: FileSchedules): SvcError {
  const found = issues.map((refused) =>
    refused.field?.startsWith(BLOCK) === true
      ? issue(refused.field.slice(BLOCK.length), refused.message)
      : refused,
  );
  return schedulesRefused({ count: found.length }, { issues: found });
}
