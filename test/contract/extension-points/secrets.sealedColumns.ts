import { contribute } from 'svc-registry/kernel';
import { sealedColumnsPoint } from 'svc-registry/secrets';

export const contribution = contribute(sealedColumnsPoint, 'poll.webhooks', {
  table: 'poll_polls',
  column: 'webhook_key',
  row: 'id',
});
