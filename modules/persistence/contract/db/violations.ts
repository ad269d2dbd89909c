import { driverErrorOf, type DriverError } from './driver-error.js';

function violatedColumns({ message, detail }: DriverError): string[] {
  const sqlite = /UNIQUE constraint failed: (.*)$/.exec(message)?.[1];
  if (sqlite !== undefined)
    return sqlite.split(', ').map((name) => name.slice(name.indexOf('.') + 1));
  const postgres = /^Key \((.*?)\)=/.exec(detail)?.[1];
  return postgres === undefined ? [] : postgres.split(', ').map((name) => name.replaceAll('"', ''));
}

function isUnique({ code, message }: DriverError): boolean {
  if (code === '23505') return true;
  return code.startsWith('SQLITE_CONSTRAINT') && message.includes('UNIQUE constraint failed');
}

/**
 * True when a write failed because a unique key exists already; with `columns` (as in SQL, any order) only for that key.
 * Catch it outside the unit of work: a failed statement dooms its unit.
 */
export function isUniqueViolation(error: unknown, columns?: readonly string[]): boolean {
  const driverError = driverErrorOf(error);
  if (!isUnique(driverError)) return false;
  if (columns === undefined) return true;
  return [...columns].sort().join() === violatedColumns(driverError).sort().join();
}

/** True when a write failed because the row it refers to does not exist, or because a row is still referred to. */
export function isForeignKeyViolation(error: unknown): boolean {
  const { code, message } = driverErrorOf(error);
  return (
    code === '23503' ||
    (code.startsWith('SQLITE_CONSTRAINT') && message.includes('FOREIGN KEY constraint failed'))
  );
}
