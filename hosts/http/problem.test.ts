import { describe, expect, it } from '@jest/globals';
import { invalidInput, notFound } from 'svc-registry/kernel';
import { problemOf, requestError } from './problem.js';

const request = { method: 'GET', originalUrl: '/v1/tiles/%' };

describe('requestError', () => {
  it('leaves other errors as they are', () => {
    const known = notFound({ kind: 'tile', id: 'x' });
    expect(requestError(known, request)).toBe(known);
    const looped: Error & { cause?: unknown } = new Error('around');
    looped.cause = looped;
    expect(requestError(looped, request)).toMatchObject({ code: 'internal' });
    expect(requestError(new URIError('%'), request)).toMatchObject({ code: 'not_found' });
    expect(
      requestError(new URIError('%'), { ...request, originalUrl: '/v1/tiles/%ED%A0%80' }),
    ).toMatchObject({ code: 'invalid_input' });
    expect(requestError(undefined, request)).toMatchObject({ code: 'internal' });
  });
});

describe('problemOf', () => {
  it('names the page of the code as its type, unless the error has a registered one', () => {
    expect(problemOf(notFound({ kind: 'tile', id: 'x' }), 'id').type).toBe('/errors/not_found');
    const type = 'https://iana.org/assignments/http-problem-types#quota-exceeded';
    expect(problemOf(invalidInput({ what: 'x' }, { details: { type } }), 'id').type).toBe(type);
  });

  it('tells the first hundred issues, and no text without end', () => {
    const long = 'x'.repeat(1_000_000);
    const issues = Array.from({ length: 5_000 }, () => ({ message: long, field: long }));
    const problem = problemOf(invalidInput({ what: long }, { issues }), 'id');
    expect(problem.issues).toHaveLength(100);
    expect(JSON.stringify(problem).length).toBeLessThan(150_000);
  });

  it('cuts no character in half', () => {
    const what = `${'x'.repeat(999)}\u{1f600}`;
    expect(problemOf(invalidInput({ what }), 'id').detail).toBe(`${'x'.repeat(999)}…`);
  });
});
