import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Log } from 'svc-registry/kernel';
import { createApp } from '../../../hosts/http/app.js';
import type { Kernel } from '../../../kernel/index.js';

/** A kernel's HTTP surface on a free port. */
export interface HttpHost {
  readonly origin: string;
  close(): void;
}

const silent = () => undefined;
const silentLog: Log = { debug: silent, info: silent, warn: silent, error: silent };

/** `publicUrl` is where people reach it, when that is not where it listens. */
export async function startHttp(kernel: Kernel, { log = silentLog, publicUrl }: { log?: Log; publicUrl?: string } = {}): Promise<HttpHost> {
  const app = createApp({ kernel, log, version: '0', state: { stopping: false }, trustProxy: false, publicUrl, metricsToken: undefined });
  const server = createServer(app);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
