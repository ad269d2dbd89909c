import {
  databaseBusy,
  databaseDamaged,
  databaseUnavailable,
  insufficientStorage,
  readTooLong,
  storageUnavailable,
} from '../../contract/errors.js';
import { driverErrorOf } from '../../contract/db/driver-error.js';

/** Translates a full disk, a held lock and an unusable file into errors for users; returns other errors unchanged. */
export function translateSqliteError(error: unknown, location: string): unknown {
  const { code } = driverErrorOf(error);
  if (code === 'SQLITE_INTERRUPT') return readTooLong(undefined, { cause: error });
  if (code === 'SQLITE_FULL')
    return insufficientStorage({ what: 'the database' }, { cause: error });
  if (/^SQLITE_(BUSY|LOCKED)/.test(code)) {
    return databaseBusy(
      { why: 'another connection holds its lock' },
      { cause: error, details: { retryAfterSeconds: 1 } },
    );
  }
  if (code.startsWith('SQLITE_CORRUPT'))
    return databaseDamaged({ location, why: 'the file is damaged' }, { cause: error });
  if (code === 'SQLITE_NOTADB')
    return databaseDamaged(
      { location, why: 'the file is not an SQLite database' },
      { cause: error },
    );
  const why = unusable(code);
  return why === undefined ? error : databaseUnavailable({ location, why }, { cause: error });
}

/** The same for a writing connection. A read-only connection may report SQLITE_READONLY too, but there the statement is at fault. */
export function translateSqliteWriteError(error: unknown, location: string): unknown {
  if (!driverErrorOf(error).code.startsWith('SQLITE_READONLY'))
    return translateSqliteError(error, location);
  return storageUnavailable({ what: 'the database', why: 'it is read-only' }, { cause: error });
}

function unusable(code: string): string | undefined {
  if (code.startsWith('SQLITE_CANTOPEN')) return 'the file cannot be opened';
  if (code.startsWith('SQLITE_IOERR')) return 'reading or writing the file failed';
  return undefined;
}
