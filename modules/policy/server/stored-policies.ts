import { hostKey, serviceKey, type Caller, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { In } from 'typeorm';
import { workspaceDirectoryKey, type WorkspaceDirectory } from '../../identity/contract/access.js';
import { readDatabaseKey, unitOfWorkKey, type ReadDatabase, type UnitOfWork } from '../../persistence/contract/db.js';
import type { PolicyTarget } from '../contract/targets.js';
import { PolicyEntity } from './entities.js';
import { targetFinderKey, type TargetFinder } from './targets/target-finder.js';

type Documents = Pick<PolicyEntity, 'install' | 'publish'>;

/** Reads and writes the policies of targets. */
@injectable()
export class StoredPolicies {
  constructor(
    @inject(readDatabaseKey) private readonly database: ReadDatabase,
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(workspaceDirectoryKey) private readonly workspaces: WorkspaceDirectory,
    @inject(targetFinderKey) private readonly finder: TargetFinder,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  of({ id }: PolicyTarget): Promise<PolicyEntity | null> {
    return this.database.manager.findOneBy(PolicyEntity, { targetId: id });
  }

  /** Those of a target and of everything above it, the organization's first. */
  async downTo({
    organizationId,
    workspaceId,
    id,
  }: Pick<PolicyTarget, 'organizationId' | 'workspaceId' | 'id'>): Promise<readonly PolicyEntity[]> {
    const ids = [...new Set([organizationId, ...(workspaceId === null ? [] : [workspaceId]), id])];
    const rows = await this.database.manager.findBy(PolicyEntity, { targetId: In(ids) });
    return rows.sort((left, right) => this.finder.rank(left.targetType) - this.finder.rank(right.targetType));
  }

  /** Replaces what the target has. */
  async set(target: PolicyTarget, documents: Documents, caller: Caller): Promise<PolicyEntity> {
    const { type: targetType, id: targetId, organizationId, workspaceId } = target;
    const row = { ...documents, targetType, targetId, organizationId, workspaceId, updatedBy: caller.id, updatedAt: this.host.clock() };
    await this.unitOfWork.run(async (manager) => {
      if (workspaceId !== null) await this.workspaces.hold(workspaceId);
      await manager.upsert(PolicyEntity, row, ['targetId']);
    });
    return row;
  }

  async delete({ id }: PolicyTarget): Promise<void> {
    await this.unitOfWork.run((manager) => manager.delete(PolicyEntity, { targetId: id }));
  }
}

export const storedPoliciesKey = serviceKey<StoredPolicies>('policy.storedPolicies');
