import { buildExtension, refusalGuardsPoint, type Log } from 'svc-registry/kernel';
import { createApp, type AppOptions } from '../../../hosts/http/app.js';
import { closeServer, createLimitedServer, listen } from '../../../hosts/http/listen.js';
import { messageClasses } from '../../../hosts/http/message-classes.js';
import type { Kernel } from '../../../kernel/index.js';

/** A kernel's HTTP surface on a free port. */
export interface HttpHost {
  readonly origin: string;
  close(): void;
  /** What a server does that is asked to end. */
  stop(): Promise<void>;
}

const STOP_TIME_LIMIT = 8_000;
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
  const stopping = new AbortController();
  const app = createApp({
    kernel,
    log,
    version: '0',
    state: { stopping: stopping.signal },
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
    stop: () => {
      stopping.abort();
      return closeServer(server, STOP_TIME_LIMIT);
    },
  };
}
