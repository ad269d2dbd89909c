import { inject, injectable } from 'tsyringe';
import {
  buildExtension,
  extensionsKey,
  hostKey,
  notFound,
  type Context,
  type Extensions,
  type Handler,
  type HostInfo,
  type Page,
} from 'svc-registry/kernel';
import { unitOfWorkKey, type UnitOfWork } from '../../../persistence/contract/db.js';
import { workspaceContentPoint } from '../../contract/access.js';
import type {
  ArchiveWorkspaceInput,
  CreateWorkspaceInput,
  ListWorkspacesInput,
  UpdateWorkspaceInput,
  WorkspaceRef,
  WorkspaceView,
} from '../../contract/dto/workspace.js';
import { workspaceArchived, workspaceNotEmpty } from '../../contract/errors.js';
import {
  archiveWorkspace,
  createWorkspace,
  unarchiveWorkspace,
  updateWorkspace,
} from '../../contract/operations/workspaces.js';
import { PresentRights } from '../access/present-rights.js';
import { Principals } from '../access/principals.js';
import { TokenCache } from '../access/token-cache.js';
import { Provisioning } from '../accounts/provisioning.js';
import type { Organization } from '../entities/people.js';
import { Workspace } from '../entities/workspaces.js';
import { withUniqueName } from '../name-taken.js';
import { lockOrganization } from '../workspaces/organizations.js';
import { WorkspaceChanges } from '../workspaces/workspace-changes.js';
import { WorkspaceViews } from '../workspaces/workspace-views.js';
import { type WorkspaceRecord, Workspaces } from '../workspaces/workspaces.js';
import { targetOf } from './target.js';

@injectable()
export class ListWorkspacesHandler implements Handler<ListWorkspacesInput, Page<WorkspaceView>> {
  constructor(
    @inject(Workspaces) private readonly workspaces: Workspaces,
    @inject(Principals) private readonly principals: Principals,
  ) {}

  async run(input: ListWorkspacesInput, { caller }: Context): Promise<Page<WorkspaceView>> {
    return this.workspaces.pageFor(await this.principals.of(caller), input);
  }
}

@injectable()
export class ViewWorkspaceHandler implements Handler<WorkspaceRef, WorkspaceView> {
  constructor(@inject(WorkspaceViews) private readonly views: WorkspaceViews) {}

  run(_input: WorkspaceRef, context: Context): Promise<WorkspaceView> {
    return this.views.of(targetOf<WorkspaceRecord>(context).value, context.caller);
  }
}

@injectable()
export class UpdateWorkspaceHandler implements Handler<UpdateWorkspaceInput, WorkspaceView> {
  constructor(@inject(WorkspaceChanges) private readonly changes: WorkspaceChanges) {}

  /** Leaving the role out removes it (registry-service.md, Objects). An archived workspace accepts no new members. */
  run({ orgDefaultRole = null }: UpdateWorkspaceInput, context: Context): Promise<WorkspaceView> {
    return this.changes.apply(
      ({ name: workspace, archivedReason: reason, orgDefaultRole: before }) => {
        if (reason !== null && before === null && orgDefaultRole !== null)
          throw workspaceArchived({ workspace, reason });
        return { orgDefaultRole };
      },
      updateWorkspace,
      context,
    );
  }
}

/** A workspace that is already archived keeps its time and takes the new reason. */
@injectable()
export class ArchiveWorkspaceHandler implements Handler<ArchiveWorkspaceInput, WorkspaceView> {
  constructor(
    @inject(WorkspaceChanges) private readonly changes: WorkspaceChanges,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  run({ reason: archivedReason }: ArchiveWorkspaceInput, context: Context): Promise<WorkspaceView> {
    const now = this.host.clock();
    return this.changes.apply(
      ({ archivedAt }) => ({ archivedAt: archivedAt ?? now, archivedReason }),
      archiveWorkspace,
      context,
    );
  }
}

@injectable()
export class UnarchiveWorkspaceHandler implements Handler<WorkspaceRef, WorkspaceView> {
  constructor(@inject(WorkspaceChanges) private readonly changes: WorkspaceChanges) {}

  run(_input: WorkspaceRef, context: Context): Promise<WorkspaceView> {
    return this.changes.apply(
      () => ({ archivedAt: null, archivedReason: null }),
      unarchiveWorkspace,
      context,
    );
  }
}

@injectable()
export class CreateWorkspaceHandler implements Handler<CreateWorkspaceInput, WorkspaceView> {
  constructor(
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(WorkspaceViews) private readonly views: WorkspaceViews,
    @inject(PresentRights) private readonly rights: PresentRights,
    @inject(Provisioning) private readonly provisioning: Provisioning,
  ) {}

  async run({ name }: CreateWorkspaceInput, context: Context): Promise<WorkspaceView> {
    const { id: organizationId, name: organization } = targetOf<Organization>(context).value;
    const { caller } = context;
    const workspace = await withUniqueName({ kind: 'workspace', name }, () =>
      this.unitOfWork.run(async (manager) => {
        await this.rights.lock(manager, createWorkspace, context);
        const row = await this.provisioning.workspace(manager, { name, organizationId });
        context.auditSubject?.({ kind: 'workspace', id: row.id, name });
        if (caller.id !== null)
          await this.provisioning.workspaceRole(manager, {
            workspaceId: row.id,
            userId: caller.id,
            role: 'owner',
          });
        return row;
      }),
    );
    return this.views.of(Object.assign(workspace, { organization }), caller);
  }
}

/** Deletes an empty workspace: every module that stores objects in workspaces is asked. */
@injectable()
export class DeleteWorkspaceHandler implements Handler<WorkspaceRef, void> {
  constructor(
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(extensionsKey) private readonly extensions: Extensions,
    @inject(TokenCache) private readonly tokens: TokenCache,
  ) {}

  async run(_input: WorkspaceRef, context: Context): Promise<void> {
    const { id, name, organizationId } = targetOf<WorkspaceRecord>(context).value;
    await this.unitOfWork.run(async (manager) => {
      await lockOrganization(manager, organizationId);
      // first, because it waits for the units that hold the workspace; the check below then sees
      // what they stored
      const { affected } = await manager.delete(Workspace, { id });
      if (affected !== 1) throw notFound({ kind: 'workspace', id: name });
      this.tokens.clearAfterCommit();
      const holds = await this.contentOf(id);
      if (holds.length > 0) throw workspaceNotEmpty({ workspace: name, holds: holds.join(', ') });
    });
  }

  private async contentOf(workspaceId: string): Promise<string[]> {
    const content: string[] = [];
    for (const extension of this.extensions.of(workspaceContentPoint)) {
      const text = await (await buildExtension(extension)).describe(workspaceId);
      if (text !== null) content.push(text);
    }
    return content;
  }
}
