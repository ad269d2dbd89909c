import {
  backupServicePoint,
  hostKey,
  moduleUnavailable,
  type BackupService,
} from 'svc-registry/kernel';
import type { Kernel } from '../kernel/index.js';

/** The backup service of a server whose modules have been found; no module is started. */
export async function backupServiceOf(kernel: Kernel): Promise<BackupService> {
  const [extension] = kernel.extensions.of(backupServicePoint);
  if (extension === undefined)
    throw moduleUnavailable({
      module: backupServicePoint.id,
      why: 'no module backs up the data of a server',
    });
  const make = await extension.load();
  return make({ host: await kernel.get(hostKey), extensions: kernel.extensions });
}
