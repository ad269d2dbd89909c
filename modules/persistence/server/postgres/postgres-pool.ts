import type { Pool, PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import type { Log } from 'svc-registry/kernel';

const POOL_SIZE = 10;
const CONNECT_TIMEOUT_MS = 5000;

/** Missing in TypeORM's types. */
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
    // without a handler, a broken idle connection would end the process
    poolErrorHandler: (error: unknown) => {
      log.warn({ error }, 'a database connection broke');
    },
  };
}

/**
 * Without a listener, the error of a broken connection ends the process. TypeORM adds its own some time after it took
 * the connection from the pool, and other users of the pool may add none.
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
  // the first connection has already emitted `connect` before a listener could be added
  pool.on('connect', listen).on('acquire', listen);
}
