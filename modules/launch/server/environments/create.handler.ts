import { randomUUID } from 'node:crypto';
import {
  authorizerKey,
  denied,
  hostKey,
  invalidInput,
  type Authorizer,
  type Context,
  type Handler,
  type HostInfo,
} from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import {
  workspaceDirectoryKey,
  type LocatedWorkspace,
  type WorkspaceDirectory,
} from '../../../identity/contract/access.js';
import {
  isUniqueViolation,
  unitOfWorkKey,
  type UnitOfWork,
} from '../../../persistence/contract/db.js';
import { environmentExists } from '../../contract/environment-errors.js';
import type { CreateEnvironmentInput } from '../../contract/environment-inputs.js';
import type { EnvironmentView } from '../../contract/environment-view.js';
import { Environment } from './environment.entity.js';
import { Environments } from './environments.js';
import { givenVariables } from './given-variables.js';
import { viewOf } from './views.js';

@injectable()
export class CreateEnvironmentHandler implements Handler<CreateEnvironmentInput, EnvironmentView> {
  constructor(
    @inject(Environments) private readonly environments: Environments,
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(workspaceDirectoryKey) private readonly workspaces: WorkspaceDirectory,
    @inject(authorizerKey) private readonly authorizer: Authorizer,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  async run(input: CreateEnvironmentInput, context: Context): Promise<EnvironmentView> {
    const { name = null, forRun = false } = input;
    if ((name === null) !== forRun)
      throw invalidInput({ what: 'Give an environment a `name`, or say `forRun`.' });
    const workspace = context.target as LocatedWorkspace;
    if (name !== null) await this.requireEditor(workspace, context);
    const id = randomUUID();
    const now = this.host.clock();
    const { organizationId, id: workspaceId } = workspace.value;
    const row = Object.assign(new Environment(), {
      id,
      workspaceId,
      organizationId,
      name,
      ...(await this.environments.seal(id, givenVariables(input))),
      keep: forRun ? 'run' : 'named',
      runId: null,
      createdBy: context.caller.id,
      createdAt: now,
      updatedAt: now,
    } satisfies Environment);
    await this.store(row, context);
    return viewOf(row);
  }

  /** What everybody's runs use is made by who may replace it. */
  private async requireEditor(workspace: LocatedWorkspace, { caller }: Context): Promise<void> {
    const permission = 'environment:edit';
    if ((await this.authorizer.decide(caller, permission, workspace)) === 'allow') return;
    throw denied({ permission, hint: this.authorizer.remedy?.(caller, permission, workspace) });
  }

  private async store(row: Environment, { auditSubject, target }: Context): Promise<void> {
    const { id, name, workspaceId } = row;
    try {
      await this.unitOfWork.run(async (manager) => {
        await this.workspaces.hold(workspaceId);
        await manager.insert(Environment, row);
        auditSubject?.({ kind: 'environment', id, name: name ?? id });
      });
    } catch (error) {
      if (name === null || !isUniqueViolation(error, ['workspace_id', 'name'])) throw error;
      throw environmentExists({ workspace: target?.name ?? workspaceId, name }, { cause: error });
    }
  }
}
