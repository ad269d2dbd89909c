import { notFound } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import {
  workspaceDirectoryKey,
  type WorkspaceDirectory,
  type WorkspaceSummary,
} from '../../identity/contract/access.js';
import type { Schedule } from './schedule.entity.js';

/** The workspaces of schedules. */
@injectable()
export class Workspaces {
  constructor(@inject(workspaceDirectoryKey) private readonly directory: WorkspaceDirectory) {}

  /** A workspace with schedules is not deleted. */
  async of({ workspaceId: id }: Pick<Schedule, 'workspaceId'>): Promise<WorkspaceSummary> {
    const workspace = await this.directory.find(id);
    if (workspace === null) throw notFound({ kind: 'workspace', id });
    return workspace;
  }
}
