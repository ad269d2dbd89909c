import { inject, injectable } from 'tsyringe';
import type { ServerStarted, ServerStartedHook } from 'svc-registry/kernel';

/** Whether this is a server for local trial. */
@injectable()
export class DevServer {
  on = false;
}

@injectable()
export class NotesDevServer implements ServerStartedHook {
  constructor(@inject(DevServer) private readonly server: DevServer) {}

  serverStarted({ dev }: ServerStarted): Promise<readonly string[]> {
    this.server.on = dev;
    return Promise.resolve([]);
  }
}
