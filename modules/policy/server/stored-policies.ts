import { hostKey, staleState, type Caller, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { In, type EntityManager } from 'typeorm';
import { workspaceDirectoryKey, type WorkspaceDirectory } from '../../identity/contract/access.js';
import {
  isUniqueViolation,
  readDatabaseKey,
  unitOfWorkKey,
  type ReadDatabase,
  type UnitOfWork,
} from '../../persistence/contract/db.js';
import type { PolicyTarget } from '../contract/targets.js';
import { PolicyEntity } from './entities.js';
import { TargetFinder } from './targets/target-finder.js';

interface Documents extends Pick<PolicyEntity, 'install' | 'publish'> {
  /** The time of the last change that the caller knows: `null` for none, `undefined` to skip the check. */
  readonly since: Date | null | undefined;
}

/** Reads and writes the policies of targets. */
@injectable()
export class StoredPolicies {
  constructor(
    @inject(readDatabaseKey) private readonly database: ReadDatabase,
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(workspaceDirectoryKey) private readonly workspaces: WorkspaceDirectory,
    @inject(TargetFinder) private readonly finder: TargetFinder,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  of({ id }: PolicyTarget): Promise<PolicyEntity | null> {
    return this.database.manager.findOneBy(PolicyEntity, { targetId: id });
  }

  /** The policies of a target and of everything above it, the organization's first. */
  async downTo({
    organizationId,
    workspaceId,
    id,
  }: Pick<PolicyTarget, 'organizationId' | 'workspaceId' | 'id'>): Promise<
    readonly PolicyEntity[]
  > {
    const ids = [...new Set([organizationId, ...(workspaceId === null ? [] : [workspaceId]), id])];
    const rows = await this.database.manager.findBy(PolicyEntity, { targetId: In(ids) });
    return rows.sort(
      (left, right) => this.finder.rank(left.targetType) - this.finder.rank(right.targetType),
    );
  }

  /** Replaces the target's policies. Throws `stale_state` when they changed after `since`. */
  async set(
    target: PolicyTarget,
    { since, ...documents }: Documents,
    caller: Caller,
  ): Promise<PolicyEntity> {
    const { type: targetType, id: targetId, organizationId, workspaceId } = target;
    const row = {
      ...documents,
      targetType,
      targetId,
      organizationId,
      workspaceId,
      updatedBy: caller.id,
      updatedAt: this.host.clock(),
    };
    await this.unitOfWork.run(async (manager) => {
      if (workspaceId !== null) await this.workspaces.hold(workspaceId);
      if (since === undefined) await manager.upsert(PolicyEntity, row, ['targetId']);
      else if (!(await replaced(manager, row, since)))
        throw staleState({ kind: 'policy', id: target.name });
    });
    return row;
  }

  /** Removes the target's policies. Throws `stale_state` when they changed after `since`; it is no error that they are removed already. */
  async delete({ id: targetId, name }: PolicyTarget, since?: Date): Promise<void> {
    await this.unitOfWork.run(async (manager) => {
      const seen = since === undefined ? { targetId } : { targetId, updatedAt: since };
      await manager.delete(PolicyEntity, seen);
      if (since !== undefined && (await manager.existsBy(PolicyEntity, { targetId })))
        throw staleState({ kind: 'policy', id: name });
    });
  }
}

/** One statement, so that only one of two callers who read the same state succeeds. False when the state has changed. */
async function replaced(
  manager: EntityManager,
  row: PolicyEntity,
  since: Date | null,
): Promise<boolean> {
  const { targetId } = row;
  if (since !== null)
    return (await manager.update(PolicyEntity, { targetId, updatedAt: since }, row)).affected === 1;
  try {
    await manager.insert(PolicyEntity, row);
    return true;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}
