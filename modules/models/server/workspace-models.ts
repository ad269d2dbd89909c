import { randomUUID } from 'node:crypto';
import { hostKey, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { WorkspaceContent } from '../../identity/contract/access.js';
import { outboundKey, type Outbound } from '../../outbound/contract/index.js';
import {
  readDatabaseKey,
  unitOfWorkKey,
  type ReadDatabase,
  type UnitOfWork,
} from '../../persistence/contract/db.js';
import { secretsKey, type Secrets } from '../../secrets/contract/index.js';
import type { ModelAnswer, ModelRequest } from '../contract/index.js';
import type { ModelSide } from '../format/asked-models.js';
import {
  chosenModel,
  environmentModel,
  operatorsSend,
  type ChosenModel,
  type Send,
} from '../format/chosen-model.js';
import { ModelUse, WorkspaceModel } from './entities.js';

/** Where the key of a workspace is sealed. */
export const keyOf = (workspaceId: string) => ({
  column: 'models.workspaceKeys',
  row: workspaceId,
});

/** The models of workspaces, and else the server's. A workspace with one cannot be deleted: its key would be left without an owner. */
@injectable()
export class WorkspaceModels implements ModelSide, WorkspaceContent {
  constructor(
    @inject(hostKey) private readonly host: HostInfo,
    @inject(readDatabaseKey) private readonly database: ReadDatabase,
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(secretsKey) private readonly secrets: Secrets,
    @inject(outboundKey) private readonly outbound: Outbound,
  ) {}

  find(workspaceId: string): Promise<WorkspaceModel | null> {
    return this.database.manager.findOneBy(WorkspaceModel, { workspaceId });
  }

  async model(workspaceId = ''): Promise<ChosenModel | undefined> {
    const row = workspaceId === '' ? null : await this.find(workspaceId);
    if (row === null) return environmentModel(this.host);
    const { model, baseUrl, apiKey: sealed } = row;
    const apiKey =
      sealed === null ? undefined : await this.secrets.open(sealed, keyOf(workspaceId));
    const send = baseUrl === null ? operatorsSend(this.host) : this.guardedSend;
    const settings = { model, baseUrl: baseUrl ?? undefined, apiKey };
    return chosenModel(settings, 'the settings of the workspace', send);
  }

  async used({ purpose, workspaceId }: ModelRequest, answer: ModelAnswer): Promise<void> {
    const use = { id: randomUUID(), workspaceId: workspaceId ?? null, purpose, ...answer };
    const row = { ...use, createdAt: this.host.clock() };
    await this.unitOfWork.run((manager) => manager.insert(ModelUse, row));
  }

  async describe(workspaceId: string): Promise<string | null> {
    return (await this.find(workspaceId)) && 'a model (`svc workspace model remove <name>`)';
  }

  /** A member wrote the address. */
  private readonly guardedSend: Send = (url, request, limits) => {
    const bounds = { what: 'The model of the workspace', bytes: 8 * 1024 * 1024, ...limits };
    return this.outbound.fetch(url, { method: 'POST', ...request }, bounds);
  };
}
