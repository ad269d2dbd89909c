import { inject, injectable } from 'tsyringe';
import type { Located, Locator } from 'svc-registry/kernel';
import { type WorkspaceRecord, Workspaces } from '../workspaces/workspaces.js';

export function locatedWorkspace(record: WorkspaceRecord): Located<WorkspaceRecord> {
  const { id, name, organizationId } = record;
  return {
    kind: 'workspace',
    name,
    workspaceId: id,
    organizationId,
    visibility: 'members',
    value: record,
  };
}

/** Workspaces by name, id, or `<organization>/<name>`. */
@injectable()
export class WorkspaceLocator implements Locator<WorkspaceRecord> {
  constructor(@inject(Workspaces) private readonly workspaces: Workspaces) {}

  async locate(id: string): Promise<Located<WorkspaceRecord> | null> {
    const record = await this.workspaces.find(id);
    return record === null ? null : locatedWorkspace(record);
  }
}
