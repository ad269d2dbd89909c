import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parsePackageUrl } from './package-url.js';

const keyOf = (text: string): string => {
  const parsed = parsePackageUrl(text);
  return typeof parsed === 'string' ? `problem: ${parsed}` : parsed.key;
};

describe('package URLs', () => {
  it.each([
    ['pkg:npm/express', 'pkg:npm/express'],
    ['pkg:npm/Express@4.18.2', 'pkg:npm/express'],
    ['PKG:NPM/express@4.18.2?arch=x#lib/index.js', 'pkg:npm/express'],
    ['pkg://npm//express/', 'pkg:npm/express'],
    ['pkg:npm/%40scope/name@1.0.0', 'pkg:npm/%40scope/name'],
    ['pkg:npm/@scope/name@1.0.0', 'pkg:npm/%40scope/name'],
    ['pkg:npm/%40scope%2Fname', 'pkg:npm/%40scope/name'],
    ['pkg:maven/org.apache.commons/io@1.3.4', 'pkg:maven/org.apache.commons/io'],
    ['pkg:pypi/Typing_Extensions@4', 'pkg:pypi/typing-extensions'],
    ['pkg:pypi/typing.extensions', 'pkg:pypi/typing-extensions'],
    ['pkg:docker/cassandra@sha256:244fd47e07d1004f', 'pkg:docker/cassandra'],
    [
      'pkg:github/package-url/purl-spec@244fd47e07d1004f#everybody/loves/dogs',
      'pkg:github/package-url/purl-spec',
    ],
    ['pkg:generic/%C3%89t%C3%A9', 'pkg:generic/%C3%A9t%C3%A9'],
  ])('%s is %s', (text, key) => {
    expect(keyOf(text)).toBe(key);
  });

  it.each([
    ['pkg:', 'type'],
    ['pkg:///', 'type'],
    ['pkg:1npm/express', 'type'],
    ['pkg:n%70m/express', 'type'],
    ['pkg:npm', 'name'],
    ['pkg:npm/', 'name'],
    ['pkg:npm@1.0.0', 'name'],
    ['pkg:npm/%2F', 'name'],
    ['pkg:npm/100%', '%'],
    ['pkg:npm/%E0%A4%A', '%'],
    ['pkg:npm/a%00b', 'control'],
    ['pkg:npm/a\0b', 'control'],
    ['pkg:npm/a b', 'blank'],
    ['pkg:npm/\uD800', 'control'],
  ])('%j is none, and it is said why', (text, why) => {
    expect(keyOf(text)).toMatch(new RegExp(`^problem: .*${why}`));
  });

  it('mean the same with and without version, qualifiers and subpath, in whatever case and encoding', () => {
    const type = fc.stringMatching(/^[a-z][a-z0-9.+-]{0,8}$/);
    const segment = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 8 })
      .filter((text) => !/[\p{Cc}\p{Cs}\s/]/u.test(text));
    const rest = fc.stringMatching(/^[A-Za-z0-9._~:=&-]{0,12}$/);
    fc.assert(
      fc.property(
        fc.record({
          kind: type,
          names: fc.array(segment, { minLength: 1, maxLength: 4 }),
          version: rest,
          more: rest,
        }),
        (parts) => {
          const { kind, names, version, more } = parts;
          const plain = `pkg:${kind}/${names.map(encodeURIComponent).join('/')}`;
          const key = keyOf(plain);
          expect(key).toMatch(/^pkg:/);
          expect(keyOf(`${plain}@${version}`)).toBe(key);
          expect(keyOf(`${plain}@${version}?${more}#${more}`)).toBe(key);
          expect(
            keyOf(`PKG:${kind.toUpperCase()}/${names.map(encodeURIComponent).join('%2F')}`),
          ).toBe(key);
          expect(keyOf(key)).toBe(key);
        },
      ),
    );
  });

  it('are read or refused, whatever follows', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const key = keyOf(`pkg:${text}`);
        if (!key.startsWith('problem: ')) expect(keyOf(key)).toBe(key);
      }),
    );
  });
});
