import type { Pool } from 'pg';
import { serviceKey } from 'svc-registry/kernel';

/**
 * The connections that units of work use on PostgreSQL, for libraries that bring statements of their own; `undefined` on SQLite.
 * For modules that ship with the product: `svc-registry/db` shows nothing of the driver.
 */
export const postgresPoolKey = serviceKey<Pool | undefined>('persistence.postgresPool');
