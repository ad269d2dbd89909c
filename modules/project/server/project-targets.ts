import { inject, injectable } from 'tsyringe';
import type { PolicyTarget, PolicyTargets } from '../../policy/contract/targets.js';
import { ProjectRows } from './project-rows.js';

/** Makes projects targets of policies, below their workspace. */
@injectable()
export class ProjectTargets implements PolicyTargets {
  constructor(@inject(ProjectRows) private readonly rows: ProjectRows) {}

  async find(reference: string): Promise<PolicyTarget | null> {
    const row = await this.rows.find(reference);
    if (row === null) return null;
    const { id, name, organizationId, workspaceId } = row;
    return { type: 'project', id, name, organizationId, workspaceId };
  }
}
