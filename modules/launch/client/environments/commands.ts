import type { Context, Handler, Page } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import {
  folderWorkspacesKey,
  type FolderWorkspaces,
} from '../../../project/contract/folder-workspaces.js';
import type {
  CreateEnvInput,
  EnvRefInput,
  ListEnvInput,
  UpdateEnvInput,
} from '../../contract/environment-command-inputs.js';
import {
  createEnvironment,
  deleteEnvironment,
  listEnvironments,
  replaceEnvironment,
  showEnvironment,
} from '../../contract/environment-operations.js';
import type { EnvironmentView } from '../../contract/environment-view.js';
import { environmentId } from './by-name.js';
import { GivenValues } from './given-values.js';

/** The workspace and the environment that a command names. */
@injectable()
export class NamedEnvironments {
  constructor(@inject(folderWorkspacesKey) private readonly workspaces: FolderWorkspaces) {}

  workspaceOf(named: string | undefined, context: Context): Promise<string> {
    const question = 'Workspace of the environment';
    return this.workspaces.of({ folder: context.cwd, named, question }, context);
  }

  idOf({ name, workspace }: EnvRefInput, context: Context): Promise<string> {
    return environmentId(name, () => this.workspaceOf(workspace, context), context);
  }
}

@injectable()
export class CreateEnvHandler implements Handler<CreateEnvInput, EnvironmentView> {
  constructor(
    @inject(NamedEnvironments) private readonly named: NamedEnvironments,
    @inject(GivenValues) private readonly values: GivenValues,
  ) {}

  async run(
    { name, workspace: named, ...given }: CreateEnvInput,
    context: Context,
  ): Promise<EnvironmentView> {
    const entries = await this.values.read(given, context);
    const workspace = await this.named.workspaceOf(named, context);
    return context.invoke(createEnvironment, { workspace, name, entries });
  }
}

@injectable()
export class UpdateEnvHandler implements Handler<UpdateEnvInput, EnvironmentView> {
  constructor(
    @inject(NamedEnvironments) private readonly named: NamedEnvironments,
    @inject(GivenValues) private readonly values: GivenValues,
  ) {}

  async run(input: UpdateEnvInput, context: Context): Promise<EnvironmentView> {
    const entries = await this.values.read(input, context);
    const id = await this.named.idOf(input, context);
    return context.invoke(replaceEnvironment, { id, entries });
  }
}

@injectable()
export class ListEnvHandler implements Handler<ListEnvInput, Page<EnvironmentView>> {
  constructor(@inject(NamedEnvironments) private readonly named: NamedEnvironments) {}

  async run(
    { workspace: named, ...page }: ListEnvInput,
    context: Context,
  ): Promise<Page<EnvironmentView>> {
    const workspace = await this.named.workspaceOf(named, context);
    return context.invoke(listEnvironments, { ...page, workspace });
  }
}

@injectable()
export class ViewEnvHandler implements Handler<EnvRefInput, EnvironmentView> {
  constructor(@inject(NamedEnvironments) private readonly named: NamedEnvironments) {}

  async run(input: EnvRefInput, context: Context): Promise<EnvironmentView> {
    return context.invoke(showEnvironment, { id: await this.named.idOf(input, context) });
  }
}

@injectable()
export class DeleteEnvHandler implements Handler<EnvRefInput, void> {
  constructor(@inject(NamedEnvironments) private readonly named: NamedEnvironments) {}

  async run(input: EnvRefInput, context: Context): Promise<void> {
    await context.invoke(deleteEnvironment, { id: await this.named.idOf(input, context) });
  }
}
