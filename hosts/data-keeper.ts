import { dataKeeperPoint, hostKey, moduleUnavailable, type DataKeeper } from 'svc-registry/kernel';
import type { Kernel } from '../kernel/index.js';

/** Who keeps the data of a server whose modules have been found; none is started. */
export async function dataKeeperOf(kernel: Kernel): Promise<DataKeeper> {
  const [extension] = kernel.extensions.of(dataKeeperPoint);
  if (extension === undefined) throw moduleUnavailable({ module: dataKeeperPoint.id, why: 'no module keeps the data of a server' });
  const make = await extension.load();
  return make({ host: await kernel.get(hostKey), extensions: kernel.extensions });
}
