import { randomUUID } from 'node:crypto';
import { hostKey, notFound, type Context, type Handler, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { IsNull } from 'typeorm';
import { workspaceDirectoryKey, type WorkspaceDirectory } from '../../identity/contract/access.js';
import {
  isUniqueViolation,
  unitOfWorkKey,
  type UnitOfWork,
} from '../../persistence/contract/db.js';
import { duplicateProjectName, duplicateProjectProvenance } from '../contract/errors.js';
import type {
  CreateProjectInput,
  ProjectRef,
  UpdateProjectInput,
} from '../contract/project-inputs.js';
import type { ProjectView } from '../contract/project-view.js';
import { readSource } from './given-source.js';
import { ProjectEntity } from './project.entity.js';
import { sourceColumns, viewOf } from './project-rows.js';
import { projectTarget, workspaceTarget } from './target.js';

@injectable()
export class CreateProjectHandler implements Handler<CreateProjectInput, ProjectView> {
  constructor(
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(workspaceDirectoryKey) private readonly workspaces: WorkspaceDirectory,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  async run({ name, ...given }: CreateProjectInput, context: Context): Promise<ProjectView> {
    const workspace = workspaceTarget(context);
    const now = this.host.clock();
    const row = Object.assign(new ProjectEntity(), {
      id: randomUUID(),
      workspaceId: workspace.id,
      organizationId: workspace.organizationId,
      workspaceName: workspace.name,
      name,
      ...sourceColumns(readSource(given)),
      createdBy: context.caller.id,
      createdAt: now,
      updatedAt: now,
      deletedAt: null,
    });
    await refusingDuplicates(row, () =>
      this.unitOfWork.run(async (manager) => {
        await this.workspaces.hold(workspace.id);
        await manager.insert(ProjectEntity, row);
        context.auditSubject?.({ kind: 'project', id: row.id, name: `${workspace.name}/${name}` });
      }),
    );
    return viewOf(row);
  }
}

@injectable()
export class UpdateProjectHandler implements Handler<UpdateProjectInput, ProjectView> {
  constructor(
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  async run(
    { name, projectId, ...given }: UpdateProjectInput,
    context: Context,
  ): Promise<ProjectView> {
    const before = projectTarget(context);
    const source = readSource(given);
    if (name === undefined && given.sourceUri === undefined) return viewOf(before);
    const changes = {
      ...(name !== undefined && { name }),
      ...((source !== undefined || given.sourceUri === null) && sourceColumns(source)),
      updatedAt: this.host.clock(),
    };
    const { id } = before;
    const after = await refusingDuplicates(Object.assign({}, before, changes), () =>
      this.unitOfWork.run(async (manager) => {
        const { affected } = await manager.update(
          ProjectEntity,
          { id, deletedAt: IsNull() },
          changes,
        );
        if (affected !== 1) throw notFound({ kind: 'project', id: projectId });
        // read again, to include concurrent changes
        return manager.findOneByOrFail(ProjectEntity, { id });
      }),
    );
    return viewOf(after);
  }
}

@injectable()
export class DeleteProjectHandler implements Handler<ProjectRef, void> {
  constructor(
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  async run({ projectId }: ProjectRef, context: Context): Promise<void> {
    const { id } = projectTarget(context);
    await this.unitOfWork.run(async (manager) => {
      const { affected } = await manager.update(
        ProjectEntity,
        { id, deletedAt: IsNull() },
        { deletedAt: this.host.clock() },
      );
      if (affected !== 1) throw notFound({ kind: 'project', id: projectId });
    });
  }
}

async function refusingDuplicates<T>(
  { workspaceName: workspace, name, sourceUri, repoSubpath }: ProjectEntity,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isUniqueViolation(error, ['workspace_id', 'name']))
      throw duplicateProjectName({ workspace, name }, { cause: error });
    if (isUniqueViolation(error, ['workspace_id', 'source_key']))
      throw duplicateProjectProvenance(
        { workspace, uri: sourceUri ?? '', subpath: repoSubpath ?? '' },
        { cause: error },
      );
    throw error;
  }
}
