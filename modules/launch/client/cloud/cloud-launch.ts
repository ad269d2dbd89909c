import type { Context } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { folderWorkspacesKey, type FolderWorkspaces } from '../../../project/contract/index.js';
import { startLaunch } from '../../contract/launch-operations.js';
import type { LaunchView } from '../../contract/launch-view.js';
import { environmentId } from '../environments/by-name.js';
import { EnvFiles } from '../environments/env-files.js';
import type { CloudRequest } from '../flags.js';
import { followLaunch } from '../runs/follow.js';

/** Runs a skill on a worker. */
@injectable()
export class CloudLaunch {
  constructor(
    @inject(folderWorkspacesKey) private readonly workspaces: FolderWorkspaces,
    @inject(EnvFiles) private readonly envFiles: EnvFiles,
  ) {}

  async run(request: CloudRequest, context: Context): Promise<LaunchView> {
    // in the sandbox the agent may do everything anyway
    const { where: _where, yolo: _yolo, wait, ...asked } = request;
    const { workspace: named, environment: _named, envFile: _file, inputs, ...launch } = asked;
    const question = 'Workspace of the launch';
    const workspace = await this.workspaces.of({ folder: context.cwd, named, question }, context);
    const environment = await this.#environmentOf(request, workspace, context);
    const started = await context.invoke(startLaunch, {
      ...launch,
      workspace,
      inputs: Object.fromEntries(inputs),
      ...(environment !== undefined && { environment }),
    });
    const { launchRunId } = started;
    if (!wait) return viewOf(started);
    context.progress.note(`Launched ${launchRunId}. Its log: \`svc launch logs ${launchRunId}\``);
    return viewOf(await followLaunch(launchRunId, context));
  }

  async #environmentOf(
    { environment, envFile }: CloudRequest,
    workspace: string,
    context: Context,
  ): Promise<string | undefined> {
    if (envFile !== undefined) return this.envFiles.forRun(envFile, workspace, context);
    if (environment === undefined) return undefined;
    return environmentId(environment, () => Promise.resolve(workspace), context);
  }
}

const viewOf = ({ launchRunId, status, result }: LaunchView): LaunchView => ({
  launchRunId,
  status,
  result,
});
