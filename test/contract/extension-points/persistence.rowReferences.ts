import { rowReferencesPoint } from 'svc-registry/db';
import { contribute } from 'svc-registry/kernel';

export const contribution = contribute(rowReferencesPoint, 'poll.workspace', {
  table: 'poll_polls',
  column: 'workspace_id',
  to: { table: 'identity_workspaces', column: 'id' },
});
