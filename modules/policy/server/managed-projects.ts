import { hostKey, type Caller, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { workspaceDirectoryKey, type WorkspaceDirectory } from '../../identity/contract/access.js';
import {
  readDatabaseKey,
  unitOfWorkKey,
  type ReadDatabase,
  type UnitOfWork,
} from '../../persistence/contract/db.js';
import { ManagedProjectEntity } from './entities.js';

/** Reads and writes the settings that workspaces prescribe for their managed projects. */
@injectable()
export class ManagedProjects {
  constructor(
    @inject(readDatabaseKey) private readonly database: ReadDatabase,
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(workspaceDirectoryKey) private readonly workspaces: WorkspaceDirectory,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  of(workspaceId: string): Promise<ManagedProjectEntity | null> {
    return this.database.manager.findOneBy(ManagedProjectEntity, { workspaceId });
  }

  async set(
    project: Pick<ManagedProjectEntity, 'workspaceId' | 'organizationId' | 'manifest'>,
    caller: Caller,
  ): Promise<ManagedProjectEntity> {
    const row = { ...project, updatedBy: caller.id, updatedAt: this.host.clock() };
    await this.unitOfWork.run(async (manager) => {
      await this.workspaces.hold(project.workspaceId);
      await manager.upsert(ManagedProjectEntity, row, ['workspaceId']);
    });
    return row;
  }

  async delete(workspaceId: string): Promise<void> {
    await this.unitOfWork.run((manager) => manager.delete(ManagedProjectEntity, { workspaceId }));
  }
}
