import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { allows, parseAuthority, parseHostList, parseHostRule } from './host-rules.js';

const allowed = (rules: string, authority: string): boolean => {
  const target = parseAuthority(authority, 443);
  return target !== undefined && allows(parseHostList(rules), target);
};

describe('hosts of a sandbox', () => {
  it.each([
    ['example.org', 'example.org:443', true],
    ['example.org', 'EXAMPLE.ORG.:443', true],
    ['Example.org', 'example.org:443', true],
    ['example.org', 'example.org:80', false],
    ['example.org:80', 'example.org:80', true],
    ['example.org:80', 'example.org:443', false],
    ['example.org', 'a.example.org:443', false],
    ['*.example.org', 'a.example.org:443', true],
    ['*.example.org', 'a.b.example.org:443', true],
    ['*.example.org', 'example.org:443', false],
    ['*.example.org', 'badexample.org:443', false],
    ['*.example.org', 'example.org.evil.net:443', false],
    ['*.example.org:8443', 'a.example.org:8443', true],
    ['münchen.example', 'xn--mnchen-3ya.example:443', true],
    ['127.0.0.1', '2130706433:443', true],
    ['[::1]:80', '[0:0:0:0:0:0:0:1]:80', true],
    ['a.example, b.example', 'b.example:443', true],
    ['', 'example.org:443', false],
  ])('with %s, %s is allowed: %s', (rules, authority, expected) => {
    expect(allowed(rules, authority)).toBe(expected);
  });

  it.each([
    ...[
      '*',
      '*.',
      '*.*.example.org',
      'a.*.org',
      'http://example.org',
      'example.org/path',
      'user@example.org',
    ],
    ...[
      'example.org:0',
      'example.org:65536',
      'example.org:x',
      'exam ple.org',
      '[::1',
      ':443',
      'a:b:c',
    ],
  ])('%s is no host', (text) => {
    expect(() => parseHostRule(text)).toThrow(
      expect.objectContaining({ code: 'sandbox_setting_invalid' }),
    );
  });

  it.each([
    '',
    ':443',
    'example.org',
    'example.org:443/x',
    'a@b:1',
    'a b:1',
    'http://a:1',
    'a:1\r\nb',
    '..:443',
    'example.org..:443',
  ])('the target %j of a CONNECT is refused', (text) => {
    expect(parseAuthority(text)).toBeUndefined();
  });

  it('never reads more into a text than a host and a port', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webAuthority({ withPort: true })), (text) => {
        const found = parseAuthority(text, 443);
        if (found === undefined) return;
        expect(found.host).toMatch(/^[^\s/?#@[\]\\]+$/);
        expect(found.port).toBeGreaterThan(0);
        // what was read is read the same again: what is compared is what is connected to
        const again = found.host.includes(':') ? `[${found.host}]` : found.host;
        expect(parseAuthority(`${again}:${found.port}`)).toEqual(found);
      }),
      { numRuns: 2000 },
    );
  });
});
