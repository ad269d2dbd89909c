import { notFound, type AnyOperation, type Context } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { unitOfWorkKey, type UnitOfWork } from '../../../persistence/contract/db.js';
import type { WorkspaceView } from '../../contract/dto/workspace.js';
import { PresentRights } from '../access/present-rights.js';
import { TokenCache } from '../access/token-cache.js';
import { Workspace } from '../entities/workspaces.js';
import { targetOf } from '../handlers/target.js';
import { lockWorkspace } from './hold-workspace.js';
import { WorkspaceViews } from './workspace-views.js';
import type { WorkspaceRecord } from './workspaces.js';

type Changes = Partial<Pick<Workspace, 'orgDefaultRole' | 'archivedAt' | 'archivedReason'>>;

/** Changes the workspace that an operation names, and returns the updated view. */
@injectable()
export class WorkspaceChanges {
  constructor(
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(PresentRights) private readonly rights: PresentRights,
    @inject(WorkspaceViews) private readonly views: WorkspaceViews,
    @inject(TokenCache) private readonly tokens: TokenCache,
  ) {}

  /** `change` receives the current workspace while it is locked against other changes. Throws `not_found` when it no longer exists. */
  async apply(
    change: (present: Workspace) => Changes,
    operation: AnyOperation,
    context: Context,
  ): Promise<WorkspaceView> {
    const { id, name, organization } = targetOf<WorkspaceRecord>(context).value;
    const changed = await this.unitOfWork.run(async (manager) => {
      await this.rights.lock(manager, operation, context);
      const present = await lockWorkspace(manager, id);
      if (present === null) throw notFound({ kind: 'workspace', id: name });
      const changes = change(present);
      await manager.update(Workspace, { id }, changes);
      this.tokens.clearAfterCommit();
      return Object.assign(present, changes, { organization });
    });
    return this.views.of(changed, context.caller);
  }
}
