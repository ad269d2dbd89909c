import { describe, expect, it } from '@jest/globals';
import { linkTarget } from './link-target.js';

describe('a link of a stranger’s text', () => {
  it.each([
    ['https://example.com', 'https://example.com/'],
    ['HTTP://EXAMPLE.com/a b', 'http://example.com/a%20b'],
    ['https://exämple.com/', 'https://xn--exmple-cua.com/'],
    ['https:\\\\evil.example', undefined],
    ['https:evil.example', undefined],
    ['mailto:ann@example.com', 'mailto:ann@example.com'],
    ['#install', '#md-install'],
    ['#"><b', '#md-%22%3E%3Cb'],
    ['#', '#md-'],
    ['https://example.com@evil.example/', undefined],
    ['https://:secret@evil.example/', undefined],
    ['//evil.example', undefined],
    ['\\\\evil.example', undefined],
    ['/sign-out', undefined],
    ['docs/a.md', undefined],
    ['?page=2', undefined],
    ['', undefined],
    ['javascript:alert(1)', undefined],
    [' javascript:alert(1)', undefined],
    ['java\nscript:alert(1)', undefined],
    ['data:text/html,x', undefined],
    ['ftp://example.com/', undefined],
    ['blob:https://example.com/x', undefined],
    ['https://', undefined],
    [`https://example.com/${'x'.repeat(2000)}`, undefined],
  ])('%j leads to %j', (target, expected) => {
    expect(linkTarget(target, undefined)).toBe(expected);
  });

  it.each([
    ['docs/a.md', '/plugins/x/docs/a.md'],
    ['./docs/../a.md?b#c', '/plugins/x/a.md?b#c'],
    ['?page=2', '/plugins/x?page=2'],
    ['./', '/plugins/x'],
    ['docs/', '/plugins/x/docs'],
    ['docs/#use', '/plugins/x/docs#use'],
    ['../y/a.md', undefined],
    ['../x/a.md', '/plugins/x/a.md'],
    ['..%2fy', '/plugins/x/..%2fy'],
    ['%2e%2e/y', undefined],
    ['/sign-out', undefined],
    ['/plugins/x/b.md', '/plugins/x/b.md'],
    ['//evil.example', undefined],
    ['\\\\evil.example', undefined],
    ['/\\evil.example', undefined],
    ['/.//evil.example', undefined],
    ['javascript:alert(1)', undefined],
    ['java\tscript:alert(1)', undefined],
    ['data:text/html,x', undefined],
    ['https://example.com', 'https://example.com/'],
  ])('below a path of this server, %j leads to %j', (target, expected) => {
    expect(linkTarget(target, '/plugins/x/')).toBe(expected);
  });

  it.each([
    ['.//evil.example', undefined],
    ['a.md', '/a.md'],
  ])('below the root of this server, %j leads to %j', (target, expected) => {
    expect(linkTarget(target, '/')).toBe(expected);
  });

  it.each([
    ['docs/a.md', 'https://code.example/acme/x/docs/a.md'],
    ['../y', undefined],
    ['//evil.example/acme/x/', undefined],
    ['javascript:alert(1)', undefined],
  ])('below an address elsewhere, %j leads to %j', (target, expected) => {
    expect(linkTarget(target, 'https://code.example/acme/x/')).toBe(expected);
  });

  it('needs a base that is one', () => {
    expect(() => linkTarget('a', 'http://')).toThrow('neither a path nor an address');
  });
});
