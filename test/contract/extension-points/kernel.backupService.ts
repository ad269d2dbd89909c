import { backupServicePoint, contribute, type BackupService } from 'svc-registry/kernel';

const later = () => Promise.reject(new Error('The object store has no such function yet.'));

class ObjectStoreBackups implements BackupService {
  upgrade = () => Promise.resolve();
  backup = later;
  restore = later;
  move = later;
  check = () => Promise.resolve({ problems: [], notes: ['The object store checks itself.'] });
}

export const contribution = contribute(
  backupServicePoint,
  'poll',
  { summary: 'Backups in an object store' },
  () => Promise.resolve(() => new ObjectStoreBackups()),
);
