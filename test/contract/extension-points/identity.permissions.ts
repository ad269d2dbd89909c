import { contribute } from 'svc-registry/kernel';
import { permissionsPoint } from 'svc-registry/identity';

export const contribution = contribute(permissionsPoint, 'poll:close', {
  workspace: 'manager',
  summary: 'Close the polls of others',
});
