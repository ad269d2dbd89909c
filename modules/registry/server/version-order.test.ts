import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import semver from 'semver';
import { isPrerelease, nextVersion, precedenceOf, sortKey } from './version-order.js';

const MAX = Number.MAX_SAFE_INTEGER;
const part = fc.oneof(fc.nat(12), fc.nat(2 ** 31), fc.constant(MAX)).map(String);
const identifier = fc.oneof(
  part,
  fc.stringMatching(/^[0-9A-Za-z-]{1,6}$/).filter((text) => !/^0\d+$/.test(text)),
);
const version = fc
  .tuple(part, part, part, fc.array(identifier, { maxLength: 3 }), fc.constantFrom('', '+b1'))
  .map(
    ([major, minor, patch, prerelease, build]) =>
      `${[major, minor, patch].join('.')}${prerelease.length > 0 ? '-' : ''}${prerelease.join('.')}${build}`,
  )
  .filter((text) => semver.valid(text) !== null);

const compareBytes = (left: string, right: string): number =>
  Buffer.compare(Buffer.from(left), Buffer.from(right));

describe('order of versions', () => {
  it('is the order of the keys, byte by byte', () => {
    fc.assert(
      fc.property(version, version, (left, right) => {
        expect(Math.sign(compareBytes(sortKey(left), sortKey(right)))).toBe(
          semver.compare(left, right),
        );
      }),
      { numRuns: 3000 },
    );
  });

  it('follows the example of the semver standard', () => {
    const ordered = [
      '1.0.0-alpha',
      '1.0.0-alpha.1',
      '1.0.0-alpha.beta',
      '1.0.0-beta',
      '1.0.0-beta.2',
      '1.0.0-beta.11',
      '1.0.0-rc.1',
      '1.0.0',
    ];
    expect(
      ordered.toReversed().sort((left, right) => compareBytes(sortKey(left), sortKey(right))),
    ).toEqual(ordered);
  });

  it('takes versions that differ in build metadata alone for the same', () => {
    expect(precedenceOf('1.0.0-rc.1+a')).toBe('1.0.0-rc.1');
    expect(isPrerelease('1.0.0+rc')).toBe(false);
  });
});

describe('the next free version', () => {
  it.each<[string, string[], string | null]>([
    ['1.0.0', ['1.0.0'], '1.0.1'],
    ['1.0.0', ['1.0.0', '1.4.2', '1.4.1'], '1.4.3'],
    ['1.0.0', ['1.0.0', '2.0.0-beta.1'], '1.0.1'],
    ['2.0.0-beta.1', ['1.0.0', '2.0.0-beta.1', '2.0.0-beta.4'], '2.0.0-beta.5'],
    ['2.0.0-beta', ['2.0.0-beta'], '2.0.0-beta.0'],
    [`1.0.${MAX}`, [`1.0.${MAX}`], '1.1.0'],
    [`${MAX}.${MAX}.${MAX}`, [], null],
  ])('%s among %j is %s', (taken, published, next) => {
    expect(nextVersion(taken, published)).toBe(next);
  });

  it.each<[string, string[], 'minor' | 'major', string | null]>([
    ['1.0.0', ['1.0.0', '1.4.2'], 'minor', '1.5.0'],
    ['1.0.0', ['1.0.0', '1.4.2'], 'major', '2.0.0'],
    ['2.0.0-beta.1', ['2.0.0-beta.1'], 'minor', '2.0.0'],
    ['2.0.0-beta.1', ['2.0.0-beta.1', '2.0.0'], 'minor', '2.1.0'],
    [`1.${MAX}.0`, [`1.${MAX}.0`], 'minor', '2.0.0'],
    [`${MAX}.0.0`, [`${MAX}.0.0`], 'major', null],
  ])('%s among %j, with the %s raised, is %s', (...[taken, published, bump, next]) => {
    expect(nextVersion(taken, published, bump)).toBe(next);
  });

  it('is free, whatever was published', () => {
    fc.assert(
      fc.property(fc.array(version, { minLength: 1, maxLength: 8 }), (texts) => {
        const published = texts.map(precedenceOf);
        expect(published).not.toContain(nextVersion(published[0]!, published));
      }),
    );
  });
});
