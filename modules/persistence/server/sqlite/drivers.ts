import { createRequire } from 'node:module';
import { types } from 'node:util';
import { driverUnusable } from '../../contract/errors.js';
import type { SqliteDriverName } from '../settings.js';

const require = createRequire(import.meta.url);

const hints: Record<SqliteDriverName, string> = {
  sqlite3:
    'Its native part may not have been built: run `npm rebuild sqlite3`. npm 12 asks for a global install with --allow-scripts=sqlite3.',
  'better-sqlite3':
    'Install it beside this program: `npm install better-sqlite3@12` (`npm install -g` for a global install).',
};

/** Loads the driver here instead of letting TypeORM do it, so that a missing one gets an explanatory error. */
export function loadDriver(name: SqliteDriverName): object {
  try {
    return withoutTraces(require(name) as object);
  } catch (error) {
    const why = types.isNativeError(error) ? (error.message.split('\n')[0] ?? '') : String(error);
    throw driverUnusable({ name, why, hint: hints[name] }, { cause: error });
  }
}

/** TypeORM calls the `verbose` of `sqlite3`, which would create a stack trace for every statement. */
function withoutTraces(driver: object): object {
  return 'verbose' in driver ? { ...driver, verbose: () => driver } : driver;
}
