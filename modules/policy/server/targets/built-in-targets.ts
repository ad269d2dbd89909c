import { inject, injectable } from 'tsyringe';
import {
  workspaceDirectoryKey,
  type WorkspaceDirectory,
} from '../../../identity/contract/access.js';
import type { PolicyTarget, PolicyTargets } from '../../contract/targets.js';

@injectable()
export class OrganizationTargets implements PolicyTargets {
  constructor(@inject(workspaceDirectoryKey) private readonly directory: WorkspaceDirectory) {}

  async find(reference: string): Promise<PolicyTarget | null> {
    const found = await this.directory.findOrganization(reference);
    return (
      found && {
        type: 'org',
        id: found.id,
        name: found.name,
        organizationId: found.id,
        workspaceId: null,
      }
    );
  }
}

@injectable()
export class WorkspaceTargets implements PolicyTargets {
  constructor(@inject(workspaceDirectoryKey) private readonly directory: WorkspaceDirectory) {}

  async find(reference: string): Promise<PolicyTarget | null> {
    const found = await this.directory.find(reference);
    return found && { type: 'workspace', ...found, workspaceId: found.id };
  }
}
