import type { DatabaseEngine } from './database-engine.js';
import type { DatabaseAddress } from './settings.js';

/** The only code that knows all engines. Only the driver of the chosen one is loaded. */
export async function engineFor(address: DatabaseAddress): Promise<DatabaseEngine> {
  if (address.engine === 'sqlite') {
    const { SqliteEngine } = await import('./sqlite/sqlite-engine.js');
    return new SqliteEngine(address);
  }
  const { PostgresEngine } = await import('./postgres/postgres-engine.js');
  return new PostgresEngine(address.url);
}
