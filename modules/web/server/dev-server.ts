import { injectable } from 'tsyringe';
import type { ServerStarted, ServerStartedHook } from 'svc-registry/kernel';

/** Whether this is a server for local trial. */
@injectable()
export class DevServer implements ServerStartedHook {
  on = false;

  serverStarted({ dev }: ServerStarted): Promise<readonly string[]> {
    this.on = dev;
    return Promise.resolve([]);
  }
}
