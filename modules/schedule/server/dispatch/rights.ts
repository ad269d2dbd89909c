import type { Caller } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import {
  workspaceDirectoryKey,
  type WorkspaceDirectory,
  type WorkspaceSummary,
} from '../../../identity/contract/access.js';
import type { Schedule } from '../schedule.entity.js';

/** Who launches, and for which workspace. */
export interface Launcher {
  readonly caller: Caller;
  readonly workspace: WorkspaceSummary;
}

/** Says whether the owner of a schedule may still launch. */
@injectable()
export class Rights {
  constructor(@inject(workspaceDirectoryKey) private readonly directory: WorkspaceDirectory) {}

  /** `undefined` for an owner who may not, or does not exist any more. */
  async launcherOf(schedule: Schedule): Promise<Launcher | undefined> {
    const { workspaceId, organizationId, ownerKind, ownerId } = schedule;
    const workspace = await this.directory.find(workspaceId);
    const caller = await this.directory.findCaller(ownerKind, ownerId);
    if (workspace === null || caller === null) return undefined;
    const allowed = await this.directory.allowedOn(caller, {
      kind: 'workspace',
      name: workspace.name,
      workspaceId,
      organizationId,
      visibility: 'members',
      value: workspace,
    });
    return allowed.includes('launch:run') ? { caller, workspace } : undefined;
  }
}
