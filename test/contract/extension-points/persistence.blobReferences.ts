import { blobReferencesPoint } from 'svc-registry/db';
import { contribute } from 'svc-registry/kernel';

export const contribution = contribute(blobReferencesPoint, 'poll.picture', {
  table: 'poll_polls',
  column: 'picture_sha256',
});
