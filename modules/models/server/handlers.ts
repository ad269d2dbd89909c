import { hostKey, type Context, type Handler, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { MoreThanOrEqual } from 'typeorm';
import {
  workspaceDirectoryKey,
  type LocatedWorkspace,
  type WorkspaceDirectory,
} from '../../identity/contract/access.js';
import {
  readDatabaseKey,
  unitOfWorkKey,
  type ReadDatabase,
  type UnitOfWork,
} from '../../persistence/contract/db.js';
import { secretsKey, type Secrets } from '../../secrets/contract/index.js';
import type {
  SetWorkspaceModelInput,
  WorkspaceModelRef,
  WorkspaceModelView,
} from '../contract/dto.js';
import { ModelUse, WorkspaceModel } from './entities.js';
import { keyOf, WorkspaceModels } from './workspace-models.js';

const idOf = ({ target }: Context): string => (target as LocatedWorkspace).value.id;

@injectable()
export class ShowWorkspaceModelHandler implements Handler<WorkspaceModelRef, WorkspaceModelView> {
  constructor(
    @inject(WorkspaceModels) private readonly models: WorkspaceModels,
    @inject(readDatabaseKey) private readonly database: ReadDatabase,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  async run(_input: WorkspaceModelRef, context: Context): Promise<WorkspaceModelView> {
    const workspaceId = idOf(context);
    const { model = null, baseUrl = null, apiKey } = (await this.models.find(workspaceId)) ?? {};
    const now = this.host.clock();
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()));
    const where = { workspaceId, createdAt: MoreThanOrEqual(month) };
    const { manager } = this.database;
    const input = (await manager.sum(ModelUse, 'inputTokens', where)) ?? 0;
    const output = (await manager.sum(ModelUse, 'outputTokens', where)) ?? 0;
    return { model, baseUrl, hasKey: Boolean(apiKey), tokensThisMonth: input + output };
  }
}

@injectable()
export class SetWorkspaceModelHandler implements Handler<SetWorkspaceModelInput, void> {
  constructor(
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(secretsKey) private readonly secrets: Secrets,
    @inject(workspaceDirectoryKey) private readonly workspaces: WorkspaceDirectory,
  ) {}

  async run(
    { model, baseUrl, apiKey: key }: SetWorkspaceModelInput,
    context: Context,
  ): Promise<void> {
    const workspaceId = idOf(context);
    const apiKey = key === undefined ? null : await this.secrets.seal(key, keyOf(workspaceId));
    await this.unitOfWork.run(async (manager) => {
      await this.workspaces.hold(workspaceId);
      const row = { workspaceId, model, baseUrl: baseUrl ?? null, apiKey };
      await manager.upsert(WorkspaceModel, row, ['workspaceId']);
    });
  }
}

@injectable()
export class RemoveWorkspaceModelHandler implements Handler<WorkspaceModelRef, void> {
  constructor(@inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork) {}

  async run(_input: WorkspaceModelRef, context: Context): Promise<void> {
    const row = { workspaceId: idOf(context) };
    await this.unitOfWork.run((manager) => manager.delete(WorkspaceModel, row));
  }
}
