import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readCookie, writeCookie } from './cookies.js';

describe('cookies', () => {
  it('are kept from scripts, other sites and, on https, from other hosts', () => {
    expect(writeCookie({ name: 'session', value: 'abc' }, true)).toBe(
      '__Host-svc_session=abc; Path=/; HttpOnly; SameSite=Lax; Secure',
    );
    expect(writeCookie({ name: 'notice', value: 'abc', maxAge: 60 }, false)).toBe(
      'svc_notice=abc; Path=/; HttpOnly; SameSite=Lax; Max-Age=60',
    );
  });

  it('are removed by an empty value', () => {
    expect(writeCookie({ name: 'visit', value: '', maxAge: 60 }, false)).toBe(
      'svc_visit=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0',
    );
  });

  it('are read back as they were written', () => {
    const value = fc.stringMatching(/^[\w.-]{1,100}$/);
    fc.assert(
      fc.property(value, fc.boolean(), (written, secure) => {
        const [pair = ''] = writeCookie({ name: 'session', value: written }, secure).split(';');
        expect(readCookie(`a=b; ${pair}; c`, 'session', secure)).toBe(written);
        expect(readCookie(pair, 'session', !secure)).toBeUndefined();
        expect(readCookie(pair, 'visit', secure)).toBeUndefined();
      }),
    );
  });

  it.each([
    [null],
    [''],
    ['svc_session'],
    ['svc_session='],
    ['xsvc_session=abc'],
    ['svc_session=a b'],
    ['svc_session="abc"'],
    ['svc_session=<b>'],
    [`svc_session=${'a'.repeat(5000)}`],
    ['svc_session=mine; svc_session=planted'],
    ['svc_session=mine; svc_session=mine'],
  ])('%j holds none', (header) => {
    expect(readCookie(header, 'session', false)).toBeUndefined();
  });
});
