import { describe, expect, it } from '@jest/globals';
import { translatePostgresError, translatePostgresWriteError } from './postgres-errors.js';

describe('errors of PostgreSQL', () => {
  it.each([
    [{ code: '53100' }, 'insufficient_storage'],
    [{ code: '53300', message: 'sorry, too many clients already' }, 'database_busy'],
    [{ message: 'timeout exceeded when trying to connect' }, 'database_busy'],
    [{ code: '40P01' }, 'database_busy'],
    [{ code: '40001' }, 'database_busy'],
    [{ code: '57P01', message: 'terminating connection' }, 'database_unavailable'],
    [{ code: '28P01', message: 'password authentication failed' }, 'database_unavailable'],
    [{ code: '3D000', message: 'no such database' }, 'database_unavailable'],
    [{ code: 'ECONNREFUSED', message: 'connect ECONNREFUSED' }, 'database_unavailable'],
    [{ message: 'Connection terminated unexpectedly' }, 'database_unavailable'],
    [
      { code: '22021', message: 'invalid byte sequence for encoding "UTF8": 0x00' },
      'invalid_input',
    ],
    [{ code: '22P05', message: 'unsupported Unicode escape sequence' }, 'invalid_input'],
    [{ code: '22P02', message: 'invalid input syntax for type json' }, 'invalid_input'],
    [
      { code: '55000', message: 'database "svc" is not currently accepting connections' },
      'database_unavailable',
    ],
    [{ code: '22P02', message: 'invalid input syntax for type uuid: "x"' }, 'invalid_input'],
    [{ code: '22007', message: 'invalid input syntax for type timestamp' }, 'invalid_input'],
  ])('%p becomes %s', (driverError, code) => {
    const error = { driverError };
    expect(translatePostgresError(error, 'db')).toMatchObject({ code, cause: error });
  });

  it('only a connection that is there to write says that the database is read-only', () => {
    const error = { driverError: { code: '25006' } };
    expect(translatePostgresWriteError(error, 'db')).toMatchObject({
      code: 'storage_unavailable',
      status: 503,
    });
    expect(translatePostgresError(error, 'db')).toBe(error);
    expect(translatePostgresWriteError({ code: '53100' }, 'db')).toMatchObject({
      code: 'insufficient_storage',
    });
  });

  it('a runner given up with its connection means that the database is away', () => {
    const error = Object.assign(new Error('Query runner already released.'), {
      name: 'QueryRunnerAlreadyReleasedError',
    });
    expect(translatePostgresError(error, 'db')).toMatchObject({
      code: 'database_unavailable',
      status: 503,
    });
  });

  it.each([
    [{ code: '23505' }],
    [{ code: '22P02', message: 'invalid input syntax for type integer' }],
    [new Error('other')],
  ])('%p stays what it is', (error) => {
    expect(translatePostgresError(error, 'db')).toBe(error);
  });
});
