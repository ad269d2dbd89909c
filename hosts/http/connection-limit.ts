import { readdirSync, readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Log } from 'svc-registry/kernel';

const MOST_SERVED = 10_000;
const WARN_EVERY = 10_000;

/** How many more files and connections this process may open. Known on Linux only. */
function freeDescriptors(): number {
  try {
    const limit = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return limit === undefined ? Infinity : Number(limit) - readdirSync('/proc/self/fd').length;
  } catch {
    return Infinity;
  }
}

/** Descriptors kept for the database, for publications that are being stored and for anything else that is not a connection. */
const OTHER_FILES = 30;

/**
 * Keeps a server from running out of descriptors, which parts of Node do not survive. A connection that is served counts twice, for the
 * file that its answer may come from. The same number of further connections is accepted, and each
 * request on them is answered with 503 and a time to retry; any connection beyond gets that answer immediately and is closed.
 */
export class ConnectionLimit {
  private readonly served: number;
  private readonly late = new WeakSet<Socket>();
  private open = 0;
  private warnedAt = -Infinity;

  constructor(
    private readonly log: Log,
    free = freeDescriptors(),
  ) {
    this.served = Math.max(1, Math.min(MOST_SERVED, Math.floor((free - OTHER_FILES) / 3)));
  }

  /** `refusal` is the answer, head and body, for connections that are closed without reading a request. */
  watch(server: Server, refusal: string): void {
    server.on('connection', (socket) => {
      this.open += 1;
      socket.once('close', () => (this.open -= 1));
      if (this.open <= this.served) return;
      this.late.add(socket);
      server.closeIdleConnections();
      this.warn();
      if (this.open > 2 * this.served) socket.end(refusal).destroySoon();
    });
  }

  /** Whether requests on this connection are served. */
  serves(socket: Socket): boolean {
    return this.open <= this.served || !this.late.has(socket);
  }

  /** Logs at most every ten seconds: a line for each connection would flood the log. */
  private warn(): void {
    const now = performance.now();
    if (now - this.warnedAt < WARN_EVERY) return;
    this.warnedAt = now;
    this.log.warn(
      { open: this.open, served: this.served },
      'connections are turned away: this process may open no more files (ulimit -n)',
    );
  }
}
