import { inject, injectable } from 'tsyringe';
import { IsNull } from 'typeorm';
import { isUuid } from '../../identity/contract/name-rules.js';
import { readDatabaseKey, type ReadDatabase } from '../../persistence/contract/db.js';
import { parseLinkedName } from '../../install/contract/project-files.js';
import type { ProjectSource } from '../contract/source.js';
import type { ProjectView } from '../contract/project-view.js';
import { sourceKey } from './given-source.js';
import { ProjectEntity } from './project.entity.js';

export function viewOf(row: ProjectEntity): ProjectView {
  const {
    id,
    workspaceId,
    workspaceName: workspace,
    name,
    sourceType,
    sourceUri,
    repoSubpath,
    createdBy,
    createdAt,
    updatedAt,
  } = row;
  const fullName = `${workspace}/${name}`;
  const times = { createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
  return {
    id,
    workspaceId,
    workspace,
    name,
    fullName,
    sourceType,
    sourceUri,
    repoSubpath,
    createdBy,
    ...times,
  };
}

/** The columns of a source. */
export function sourceColumns(source: ProjectSource | undefined) {
  if (source === undefined)
    return { sourceType: null, sourceUri: null, repoSubpath: null, sourceKey: null };
  return {
    sourceType: source.type,
    sourceUri: source.uri,
    repoSubpath: source.subpath,
    sourceKey: sourceKey(source),
  };
}

/** Reads projects that are not deleted. */
@injectable()
export class ProjectRows {
  constructor(@inject(readDatabaseKey) private readonly database: ReadDatabase) {}

  /** By id, or by `<workspace>/<project>`. */
  async find(reference: string): Promise<ProjectEntity | null> {
    if (isUuid(reference)) return this.one({ id: reference.toLowerCase() });
    const linked = parseLinkedName(reference);
    return linked === undefined
      ? null
      : this.one({ workspaceName: linked.workspace, name: linked.name });
  }

  byName(workspaceId: string, name: string): Promise<ProjectEntity | null> {
    return this.one({ workspaceId, name });
  }

  bySource(workspaceId: string, source: ProjectSource): Promise<ProjectEntity | null> {
    return this.one({ workspaceId, sourceKey: sourceKey(source) });
  }

  private one(
    where: Partial<Record<'id' | 'workspaceId' | 'workspaceName' | 'name' | 'sourceKey', string>>,
  ): Promise<ProjectEntity | null> {
    // PostgreSQL reports an error for NUL instead of finding nothing
    if (Object.values(where).some((value) => value.includes('\0'))) return Promise.resolve(null);
    return this.database.manager.findOneBy(ProjectEntity, { ...where, deletedAt: IsNull() });
  }
}
