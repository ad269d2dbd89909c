import {
  hostKey,
  notFound,
  type Context,
  type Handler,
  type HostInfo,
  type Page,
} from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import {
  workspaceDirectoryKey,
  type WorkspaceDirectory,
} from '../../../identity/contract/access.js';
import {
  keyPage,
  onPage,
  pageOf,
  readDatabaseKey,
  unitOfWorkKey,
  type ReadDatabase,
  type UnitOfWork,
} from '../../../persistence/contract/db.js';
import type {
  EnvironmentRef,
  ListEnvironmentsInput,
  ReplaceEnvironmentInput,
} from '../../contract/environment-inputs.js';
import type { EnvironmentView } from '../../contract/environment-view.js';
import { environmentTarget } from './environment-locator.js';
import { Environment } from './environment.entity.js';
import { Environments } from './environments.js';
import { givenVariables } from './given-variables.js';
import { viewOf } from './views.js';

@injectable()
export class ListEnvironmentsHandler implements Handler<
  ListEnvironmentsInput,
  Page<EnvironmentView>
> {
  constructor(@inject(readDatabaseKey) private readonly database: ReadDatabase) {}

  async run(
    { name, ...cursors }: ListEnvironmentsInput,
    { target }: Context,
  ): Promise<Page<EnvironmentView>> {
    const page = keyPage(cursors);
    const query = this.database.manager.createQueryBuilder(Environment, 'e');
    query.where({ workspaceId: target?.workspaceId, keep: 'named', ...(name && { name }) });
    const rows = await onPage(query, page, { column: 'e.name' }).getMany();
    const { data, ...links } = pageOf(page, rows, (row) => row.name ?? '');
    return { ...links, data: data.map(viewOf) };
  }
}

@injectable()
export class ShowEnvironmentHandler implements Handler<EnvironmentRef, EnvironmentView> {
  run(_input: EnvironmentRef, context: Context): Promise<EnvironmentView> {
    return Promise.resolve(viewOf(environmentTarget(context)));
  }
}

@injectable()
export class ReplaceEnvironmentHandler implements Handler<
  ReplaceEnvironmentInput,
  EnvironmentView
> {
  constructor(
    @inject(Environments) private readonly environments: Environments,
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(workspaceDirectoryKey) private readonly workspaces: WorkspaceDirectory,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  async run(input: ReplaceEnvironmentInput, context: Context): Promise<EnvironmentView> {
    const before = environmentTarget(context);
    const { id, workspaceId } = before;
    const changes = {
      ...(await this.environments.seal(id, givenVariables(input))),
      updatedAt: this.host.clock(),
    };
    await this.unitOfWork.run(async (manager) => {
      await this.workspaces.hold(workspaceId);
      const { affected } = await manager.update(Environment, { id }, changes);
      // deleted meanwhile
      if (affected !== 1) throw notFound({ kind: 'environment', id: input.id });
    });
    return viewOf(Object.assign(new Environment(), before, changes));
  }
}

@injectable()
export class DeleteEnvironmentHandler implements Handler<EnvironmentRef, void> {
  constructor(@inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork) {}

  async run({ id: named }: EnvironmentRef, context: Context): Promise<void> {
    const { id } = environmentTarget(context);
    const { affected } = await this.unitOfWork.run((manager) =>
      manager.delete(Environment, { id }),
    );
    if (affected !== 1) throw notFound({ kind: 'environment', id: named });
  }
}
