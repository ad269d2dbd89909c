import { describe, expect, it } from '@jest/globals';
import { internalError, notFound } from 'svc-registry/kernel';
import { requestError } from './problem.js';

const failure = (code: string): Error => Object.assign(new Error(`${code}: too many open files`), { code });

describe('requestError', () => {
  it.each([
    ['a file', failure('EMFILE')],
    ['the whole system', failure('ENFILE')],
    ['what an operation threw', internalError(undefined, { cause: failure('EMFILE') })],
    ['what a driver wrapped', internalError(undefined, { cause: new Error('query failed', { cause: failure('EMFILE') }) })],
  ])('says when to come back if %s cannot be opened', (_what, error) => {
    expect(requestError(error, 'GET')).toMatchObject({ code: 'overloaded', status: 503, exit: 6, details: { retryAfterSeconds: 1 } });
  });

  it('leaves other errors as they are', () => {
    const known = notFound({ kind: 'tile', id: 'x' });
    expect(requestError(known, 'GET')).toBe(known);
    const looped: Error & { cause?: unknown } = new Error('around');
    looped.cause = looped;
    expect(requestError(looped, 'GET')).toMatchObject({ code: 'internal' });
    expect(requestError(new URIError('%'), 'GET')).toMatchObject({ code: 'not_found' });
    expect(requestError(undefined, 'GET')).toMatchObject({ code: 'internal' });
  });
});
