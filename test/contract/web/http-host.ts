import { buildExtension, refusalGuardsPoint, type Log } from 'svc-registry/kernel';
import { createApp, type AppOptions } from '../../../hosts/http/app.js';
import { createLimitedServer, listen } from '../../../hosts/http/listen.js';
import { messageClasses } from '../../../hosts/http/message-classes.js';
import type { Kernel } from '../../../kernel/index.js';

/** A kernel's HTTP surface on a free port. */
export interface HttpHost {
  readonly origin: string;
  close(): void;
}

const silent = () => undefined;
const silentLog: Log = { debug: silent, info: silent, warn: silent, error: silent };

interface HttpOptions extends Partial<Pick<AppOptions, 'log' | 'trustProxy'>> {
  /** Where people reach it, when that is not where it listens. */
  readonly publicUrl?: string | undefined;
}

export async function startHttp(kernel: Kernel, options: HttpOptions = {}): Promise<HttpHost> {
  const { log = silentLog, publicUrl, trustProxy = false } = options;
  // the app begins to load them, and jest cannot load what a test loads at the same moment
  for (const extension of kernel.extensions.of(refusalGuardsPoint)) await buildExtension(extension);
  const app = createApp({
    kernel,
    log,
    version: '0',
    state: { stopping: false },
    trustProxy,
    publicUrl,
    metricsToken: undefined,
  });
  const server = createLimitedServer(app, log, { classes: messageClasses(app) });
  const port = await listen(server, { host: '127.0.0.1', port: 0 }, log);
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
