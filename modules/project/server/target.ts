import type { Context } from 'svc-registry/kernel';
import type { WorkspaceSummary } from '../../identity/contract/access.js';
import { ProjectEntity } from './project.entity.js';

/** The workspace that the operation's access names. */
export function workspaceTarget({ target }: Context): WorkspaceSummary {
  const { workspaceId: id, organizationId, name } = target ?? {};
  if (id === undefined || organizationId === undefined || name === undefined)
    throw new Error('This operation needs an access on a workspace.');
  return { id, organizationId, name };
}

/** The project that the operation's access names. */
export function projectTarget({ target }: Context): ProjectEntity {
  if (!(target?.value instanceof ProjectEntity))
    throw new Error('This operation needs an access on a project.');
  return target.value;
}
