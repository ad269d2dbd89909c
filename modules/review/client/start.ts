import type { Context } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import {
  folderWorkspacesKey,
  type FolderWorkspaces,
  type WorkspaceRequest,
} from '../../project/contract/folder-workspaces.js';
import { pluginFoldersKey, type PluginFolders } from '../../registry/contract/plugin-format.js';
import { startFix } from '../contract/fix-operations.js';
import { startReview } from '../contract/operations.js';
import type { ReviewRunView, ReviewKind } from '../contract/review-run-view.js';
import { chosenReviewer, submissionOf } from './reviewer-plugin.js';
import { sourceAt, type Source } from './source.js';

interface RunRequest {
  readonly workspace?: string | undefined;
  /** A folder, or the name of a reviewer. */
  readonly reviewPlugin?: string | undefined;
  /** How the workspace is found where nothing names it. */
  readonly choice?: Pick<WorkspaceRequest, 'flag' | 'takeOnly'>;
}

export interface ReviewRequest extends RunRequest {
  readonly kind: ReviewKind;
  readonly label?: string;
  readonly force?: boolean;
}

export interface FixRequest extends RunRequest {
  readonly threshold?: number | undefined;
  readonly maxIterations?: number | undefined;
}

/** Starts runs on what is on this machine, in the registry or in a repository. Everything that can be wrong with a request is found before anything is sent. */
@injectable()
export class RunStarter {
  constructor(
    @inject(pluginFoldersKey) private readonly plugins: PluginFolders,
    @inject(folderWorkspacesKey) private readonly workspaces: FolderWorkspaces,
  ) {}

  sourceAt(path = '.', context: Context): Promise<Source> {
    return sourceAt(path, this.plugins, context);
  }

  async review(source: Source, request: ReviewRequest, context: Context): Promise<ReviewRunView> {
    const { kind, label, force } = request;
    const { input, upload } = await this.#prepare(source, request, context);
    const asked = { kind, ...(label !== undefined && { label }), ...(force && { force }) };
    return context.invoke(startReview, { ...input, ...asked }, { upload });
  }

  async fix(source: Source, request: FixRequest, context: Context): Promise<ReviewRunView> {
    const { threshold, maxIterations } = request;
    const { input, upload } = await this.#prepare(source, request, context);
    const asked = {
      ...(threshold !== undefined && { threshold }),
      ...(maxIterations !== undefined && { maxIterations }),
    };
    return context.invoke(startFix, { ...input, ...asked }, { upload });
  }

  async #prepare(source: Source, request: RunRequest, context: Context) {
    const { workspace: named, reviewPlugin, choice } = request;
    const { folder, name, byManifest = true } = source;
    const reviewer = await chosenReviewer(reviewPlugin, this.plugins, context);
    const question = 'Workspace to review in';
    const workspace = await this.workspaces.of(
      { folder, named, question, byManifest, ...choice },
      context,
    );
    const { upload, fields } = await submissionOf(source, reviewer, this.plugins);
    context.progress.step(`Sending ${name}`);
    return { input: { workspace, name, ...fields }, upload };
  }
}
