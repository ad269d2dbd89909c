import { usageError, type Context } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import {
  folderWorkspacesKey,
  type FolderWorkspaces,
} from '../../project/contract/folder-workspaces.js';
import { noReview } from '../contract/errors.js';
import { listReviews } from '../contract/operations.js';

interface Choice {
  readonly id?: string;
  readonly last?: boolean;
  readonly workspace?: string;
}

/** Finds the review that a command names. */
@injectable()
export class ChosenReviews {
  constructor(@inject(folderWorkspacesKey) private readonly workspaces: FolderWorkspaces) {}

  /** Of the given id, or with `--last` the newest of the workspace. */
  async idOf({ id, last = false, workspace: named }: Choice, context: Context): Promise<string> {
    if (id === undefined && !last)
      throw usageError({ what: 'Name the id of a review, or --last.' });
    if (id !== undefined && last)
      throw usageError({ what: 'The id of a review and --last exclude each other.' });
    if (id !== undefined && named !== undefined)
      throw usageError({ what: '--workspace goes with --last only: an id says where it belongs.' });
    if (id !== undefined) return id;
    const workspace = await this.workspaceOf(named, context);
    const { data } = await context.invoke(listReviews, { workspace, pageSize: 1 });
    const [newest] = data;
    if (newest === undefined) throw noReview({ workspace });
    return newest.reviewRunId;
  }

  workspaceOf(named: string | undefined, context: Context): Promise<string> {
    const question = 'Workspace of the reviews';
    return this.workspaces.of({ folder: context.cwd, named, question }, context);
  }
}
