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
    const question = 'Workspace of the launch';
    const asked = { folder: context.cwd, named: request.workspace, question };
    const workspace = await this.workspaces.of(asked, context);
    const environment = await this.#environmentOf(request, workspace, context);
    const input = { workspace, inputs: Object.fromEntries(request.inputs), ...fieldsOf(request) };
    const started = await context.invoke(
      startLaunch,
      environment === undefined ? input : { ...input, environment },
    );
    const { launchRunId } = started;
    if (!request.wait) return viewOf(started);
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

/** What is asked of the worker as it is. `yolo` is not: in the sandbox an agent may do everything. */
function fieldsOf(request: CloudRequest) {
  const { skill, repo } = request;
  const names = [
    'baseBranch',
    'snapshot',
    'cwd',
    'agent',
    'model',
    'instructions',
    'label',
  ] as const;
  const given = names.flatMap((name) => {
    const value = request[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    skill,
    repo,
    ...(Object.fromEntries(given) as Pick<CloudRequest, (typeof names)[number]>),
  };
}

const viewOf = ({ launchRunId, status, result }: LaunchView): LaunchView => ({
  launchRunId,
  status,
  result,
});
