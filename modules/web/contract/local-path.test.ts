import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { localPath } from './local-path.js';

const ORIGIN = 'https://svc.example.com';

describe('a local path', () => {
  it.each([
    ['/', '/'],
    ['/device?code=BCDF-GHJK', '/device?code=BCDF-GHJK'],
    ['/a/../b', '/b'],
    ['/a#fragment', '/a'],
    ['/%2F%2Felsewhere.example', '/%2F%2Felsewhere.example'],
    ['/next?to=//elsewhere.example', '/next?to=//elsewhere.example'],
  ])('%j is %j', (text, path) => {
    expect(localPath(text)).toBe(path);
  });

  it.each([
    ...[
      '',
      'device',
      'https://elsewhere.example',
      'javascript:alert(1)',
      'data:text/html,x',
      '//elsewhere.example',
      '///elsewhere.example',
    ],
    ...[
      '/\\elsewhere.example',
      '\\\\elsewhere.example',
      '/\t/elsewhere.example',
      '/\n/elsewhere.example',
      '/\r\nSet-Cookie: x=y',
    ],
    ...[
      '/.//elsewhere.example',
      '/a/..//elsewhere.example',
      '/./\\elsewhere.example',
      '/%2e//elsewhere.example',
      '\u00A0//elsewhere.example',
    ],
    ...['/\0', '/\u0085', `/${'a'.repeat(2000)}`, ' /', '@elsewhere.example', '?x', '#x'],
  ])('%j is none', (text) => {
    expect(localPath(text)).toBeUndefined();
  });

  it.each([null, undefined])('%j is none', (text) => {
    expect(localPath(text)).toBeUndefined();
  });

  it('never leads elsewhere, whatever it is made from', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '/',
        '//',
        '\\',
        '.',
        '..',
        '%2e',
        '%2f',
        '%5c',
        ':',
        '@',
        '?',
        '#',
        '\t',
        '\n',
        '\r',
        ' ',
        'elsewhere.example',
        'http:',
      ),
      fc.string({ unit: 'binary', maxLength: 3 }),
    );
    const text = fc.array(piece, { maxLength: 8 }).map((pieces) => `/${pieces.join('')}`);
    fc.assert(
      fc.property(text, (written) => {
        const path = localPath(written);
        if (path === undefined) return;
        expect(new URL(path, ORIGIN).origin).toBe(ORIGIN);
        expect(localPath(path)).toBe(path);
        expect(path).toMatch(/^\/(?![/\\])[\x20-\x7e]*$/);
      }),
      { numRuns: 5000 },
    );
  });
});
