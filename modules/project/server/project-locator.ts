import type { Located, Locator } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { ProjectEntity } from './project.entity.js';
import { ProjectRows } from './project-rows.js';

/** Finds projects by id or by `<workspace>/<project>`. */
@injectable()
export class ProjectLocator implements Locator<ProjectEntity> {
  constructor(@inject(ProjectRows) private readonly rows: ProjectRows) {}

  async locate(id: string): Promise<Located<ProjectEntity> | null> {
    const row = await this.rows.find(id);
    if (row === null) return null;
    const { workspaceId, organizationId, workspaceName, name } = row;
    return {
      kind: 'project',
      name: `${workspaceName}/${name}`,
      workspaceId,
      organizationId,
      visibility: 'members',
      value: row,
    };
  }
}
