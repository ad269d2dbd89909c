import type { EnvironmentView } from '../../contract/environment-view.js';
import type { Environment } from './environment.entity.js';

export const viewOf = ({
  id,
  name,
  keyNames,
  createdBy,
  createdAt,
  updatedAt,
}: Environment): EnvironmentView => ({
  id,
  name,
  keyNames,
  createdBy,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});
