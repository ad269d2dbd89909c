import { readdirSync, readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Log } from 'svc-registry/kernel';

const MOST = 10_000;
const TELL_EVERY = 10_000;

/** How many more files and connections this process may open. Only Linux tells. */
function freeDescriptors(): number {
  try {
    const limit = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return limit === undefined ? Infinity : Number(limit) - readdirSync('/proc/self/fd').length;
  } catch {
    return Infinity;
  }
}

/** What the database, a publication being stored and whatever else is not counted by connections may need at once. */
const OTHER_FILES = 30;

/**
 * Keeps a server from running out of descriptors, which parts of Node do not survive. A connection that is served counts twice, for the
 * file that its answer may come from. As many more are accepted, and each request on them is answered with
 * "come back"; those beyond get that answer immediately and are closed.
 */
export class ConnectionRoom {
  private readonly served: number;
  private readonly late = new WeakSet<Socket>();
  private open = 0;
  private warnedAt = -Infinity;

  constructor(
    private readonly log: Log,
    free = freeDescriptors(),
  ) {
    this.served = Math.max(1, Math.min(MOST, Math.floor((free - OTHER_FILES) / 3)));
  }

  /** `refusal` is the answer, head and body, for those that are not heard. */
  watch(server: Server, refusal: string): void {
    server.on('connection', (socket) => {
      this.open += 1;
      socket.once('close', () => (this.open -= 1));
      if (this.open <= this.served) return;
      this.late.add(socket);
      server.closeIdleConnections();
      this.tell();
      if (this.open > 2 * this.served) socket.end(refusal).destroySoon();
    });
  }

  /** Whether there is room to answer what comes over this connection. */
  serves(socket: Socket): boolean {
    return this.open <= this.served || !this.late.has(socket);
  }

  /** From time to time: a line for each connection would flood the log. */
  private tell(): void {
    const now = performance.now();
    if (now - this.warnedAt < TELL_EVERY) return;
    this.warnedAt = now;
    this.log.warn({ open: this.open, served: this.served }, 'connections are turned away: this process may open no more files (ulimit -n)');
  }
}
