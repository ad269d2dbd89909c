import { invalidInput } from 'svc-registry/kernel';
import {
  databaseBusy,
  databaseUnavailable,
  insufficientStorage,
  readTooLong,
  storageUnavailable,
} from '../../contract/errors.js';
import { driverErrorOf } from '../../contract/db/driver-error.js';

const retry = { details: { retryAfterSeconds: 1 } };

const networkCode = /^(ECONN|ENOTFOUND|EAI_|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)/;
const networkMessage =
  /^(Connection terminated|Client has encountered a connection error|Connection ended)|is not currently accepting connections$/;

/** TypeORM releases a runner whose connection breaks; later statements of the same unit fail with only this error. */
export function isGivenUp(error: unknown): boolean {
  const name = (error as { readonly name?: unknown } | null | undefined)?.name;
  return (
    name === 'QueryRunnerAlreadyReleasedError' || name === 'QueryRunnerProviderAlreadyReleasedError'
  );
}

function isGone(code: string, message: string): boolean {
  // 08: connection exception; 57P: shut down; 3D000: no such database; 28: access denied
  return /^(08|57P|3D000|28)/.test(code) || networkCode.test(code) || networkMessage.test(message);
}

function busyBecause(code: string, message: string): string | undefined {
  if (code === '53300' || message.includes('timeout exceeded when trying to connect'))
    return 'all its connections are in use';
  if (code === '40001' || code === '40P01' || code === '55P03')
    return 'another write got in the way';
  return undefined;
}

/** The same for a writing connection, where read-only means that the database is now a standby or was made read-only. */
export function translatePostgresWriteError(error: unknown, location: string): unknown {
  if (driverErrorOf(error).code !== '25006') return translatePostgresError(error, location);
  return storageUnavailable({ what: 'the database', why: 'it is read-only' }, { cause: error });
}

/** What is wrong with a value that SQLite would just not find, or keep as it is. Within JSON, text that cannot be stored has other codes. */
function malformed(code: string | undefined, message: string): string | undefined {
  if (code === '22P02' && message.includes('type uuid')) return 'An id is not a UUID.';
  if (code === '22007' || code === '22008') return 'A time cannot be read.';
  if (code === '22021' || code === '22P05' || (code === '22P02' && message.includes('type json')))
    return 'A text holds a character that cannot be stored.';
  return undefined;
}

/** Translates a full disk, a lost connection and malformed ids into errors for users; returns other errors unchanged. */
export function translatePostgresError(error: unknown, location: string): unknown {
  const { code, message } = driverErrorOf(error);
  if (code === '57014' && message.includes('statement timeout'))
    return readTooLong(undefined, { cause: error });
  if (code === '53100') return insufficientStorage({ what: 'the database' }, { cause: error });
  const what = malformed(code, message);
  if (what !== undefined) return invalidInput({ what }, { cause: error });
  const busy = busyBecause(code, message);
  if (busy !== undefined) return databaseBusy({ why: busy }, { cause: error, ...retry });
  if (isGivenUp(error))
    return databaseUnavailable(
      { location, why: 'the connection broke' },
      { cause: error, ...retry },
    );
  if (isGone(code, message))
    return databaseUnavailable({ location, why: message }, { cause: error, ...retry });
  return error;
}
