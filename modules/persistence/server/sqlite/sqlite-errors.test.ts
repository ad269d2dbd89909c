import { describe, expect, it } from '@jest/globals';
import { hasSafeWal } from './safe-wal.js';
import { translateSqliteError, translateSqliteWriteError } from './sqlite-errors.js';

describe('errors of SQLite', () => {
  it.each([
    ['SQLITE_FULL', 'insufficient_storage', 507],
    ['SQLITE_INTERRUPT', 'read_too_long', 504],
    ['SQLITE_BUSY', 'database_busy', 503],
    ['SQLITE_BUSY_SNAPSHOT', 'database_busy', 503],
    ['SQLITE_LOCKED', 'database_busy', 503],
    ['SQLITE_CANTOPEN', 'database_unavailable', 503],
    ['SQLITE_CORRUPT_INDEX', 'database_damaged', 503],
    ['SQLITE_IOERR_FSYNC', 'database_unavailable', 503],
    ['SQLITE_NOTADB', 'database_damaged', 503],
  ])('%s becomes %s', (code, expected, status) => {
    const error = { driverError: { code } };
    expect(translateSqliteError(error, 'registry.db')).toMatchObject({
      code: expected,
      status,
      cause: error,
    });
    expect(translateSqliteError({ code }, 'registry.db')).toMatchObject({ code: expected });
  });

  it('only a connection that is there to write says that the database is read-only', () => {
    const error = { driverError: { code: 'SQLITE_READONLY_DBMOVED' } };
    expect(translateSqliteWriteError(error, 'registry.db')).toMatchObject({
      code: 'storage_unavailable',
      status: 503,
    });
    expect(translateSqliteError(error, 'registry.db')).toBe(error);
    expect(translateSqliteWriteError({ code: 'SQLITE_FULL' }, 'registry.db')).toMatchObject({
      code: 'insufficient_storage',
    });
  });

  it.each([[{ code: 'SQLITE_CONSTRAINT' }], [new Error('other')], [undefined]])(
    '%p stays what it is',
    (error) => {
      expect(translateSqliteError(error, 'registry.db')).toBe(error);
    },
  );
});

describe('versions of SQLite', () => {
  it.each(['3.51.3', '3.52.0', '3.53.2', '3.50.7', '3.44.6'])(
    '%s may use a write-ahead log',
    (version) => {
      expect(hasSafeWal(version)).toBe(true);
    },
  );

  it.each(['3.51.2', '3.50.6', '3.49.1', '3.45.0', '3.44.5', '3.40.1', 'unknown'])(
    '%s may not',
    (version) => {
      expect(hasSafeWal(version)).toBe(false);
    },
  );
});
