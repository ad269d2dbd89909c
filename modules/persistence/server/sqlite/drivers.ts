import { createRequire } from 'node:module';
import { types } from 'node:util';
import { driverUnusable } from '../../contract/errors.js';
import type { SqliteDriverName } from '../settings.js';
import { keepStatements } from './kept-statements.js';

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
    return prepared(require(name) as object);
  } catch (error) {
    const why = types.isNativeError(error) ? (error.message.split('\n')[0] ?? '') : String(error);
    throw driverUnusable({ name, why, hint: hints[name] }, { cause: error });
  }
}

/** `better-sqlite3` caches its own statements and is used unchanged. */
function prepared(driver: object): object {
  if (!('verbose' in driver && 'Database' in driver)) return driver;
  const own = {
    ...driver,
    Database: keepStatements(driver.Database as Parameters<typeof keepStatements>[0]),
  };
  // TypeORM calls `verbose`, which would create a stack trace for every statement
  return { ...own, verbose: () => own };
}
