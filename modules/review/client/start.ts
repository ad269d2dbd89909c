import type { Context } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import {
  folderWorkspacesKey,
  type FolderWorkspaces,
} from '../../project/contract/folder-workspaces.js';
import { pluginFoldersKey, type PluginFolders } from '../../registry/contract/plugin-format.js';
import { startReview } from '../contract/operations.js';
import type { ReviewRunView, ReviewKind } from '../contract/review-run-view.js';
import { sourceAt } from './source.js';

export interface ReviewRequest {
  readonly kind: ReviewKind;
  readonly path?: string;
  readonly workspace?: string;
  readonly label?: string;
  readonly force?: boolean;
}

/** Starts reviews of what is on this machine, or in the registry. */
@injectable()
export class ReviewStarter {
  constructor(
    @inject(pluginFoldersKey) private readonly plugins: PluginFolders,
    @inject(folderWorkspacesKey) private readonly workspaces: FolderWorkspaces,
  ) {}

  /** Everything that can be wrong with the request is found before anything is sent. */
  async start(request: ReviewRequest, context: Context): Promise<ReviewRunView> {
    const { path = '.', workspace: named, ...rest } = request;
    const source = await sourceAt(path, this.plugins, context);
    const workspace = await this.workspaces.of(
      { folder: source.folder, named, question: 'Workspace to review in' },
      context,
    );
    const upload = await source.archive();
    context.progress.step(`Sending ${source.name}`);
    const input = { ...rest, workspace, name: source.name };
    return context.invoke(startReview, input, { upload });
  }
}
