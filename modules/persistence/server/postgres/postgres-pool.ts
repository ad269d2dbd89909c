import type { Pool, PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import type { Log } from 'svc-registry/kernel';

const POOL_SIZE = 10;
const CONNECT_TIMEOUT_MS = 5000;

/** Not in TypeORM's types. */
interface PostgresInternals {
  readonly master: Pool;
}

export function poolOf(source: DataSource): Pool {
  return (source.driver as unknown as PostgresInternals).master;
}

export function poolOptions(log: Log, poolSize = POOL_SIZE): object {
  return {
    applicationName: 'svc',
    poolSize,
    connectTimeoutMS: CONNECT_TIMEOUT_MS,
    installExtensions: false,
    // an idle connection that breaks must not end the process
    poolErrorHandler: (error: unknown) => {
      log.warn({ error }, 'a database connection broke');
    },
  };
}

/**
 * TypeORM listens to a connection only some time after it took it out of the pool, and others that take one may not listen at all:
 * its end in between must not end the process.
 */
export function surviveBreaks(pool: Pool, log: Log): void {
  const heard = new WeakSet<PoolClient>();
  const listen = (client: PoolClient): void => {
    if (heard.has(client)) return;
    heard.add(client);
    client.on('error', (error) => {
      log.debug({ error }, 'a database connection in use broke');
    });
  };
  // one connection has been made, and so has had its `connect`, before anybody could listen
  pool.on('connect', listen).on('acquire', listen);
}
