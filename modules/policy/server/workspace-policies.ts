import { inject, injectable } from 'tsyringe';
import type { WorkspaceContent } from '../../identity/contract/access.js';
import { readDatabaseKey, type ReadDatabase } from '../../persistence/contract/db.js';
import { ManagedProjectEntity, PolicyEntity } from './entities.js';

/** Prevents the deletion of a workspace with policies, which would be left without a target. */
@injectable()
export class WorkspacePolicies implements WorkspaceContent {
  constructor(@inject(readDatabaseKey) private readonly database: ReadDatabase) {}

  async describe(workspaceId: string): Promise<string | null> {
    const { manager } = this.database;
    const held = [
      ...((await manager.existsBy(PolicyEntity, { targetId: workspaceId }))
        ? ['policies (`svc api DELETE /v1/policies/workspace/<name>`)']
        : []),
      ...((await manager.existsBy(ManagedProjectEntity, { workspaceId }))
        ? ['a managed-project policy']
        : []),
    ];
    return held.length === 0 ? null : held.join(' and ');
  }
}
