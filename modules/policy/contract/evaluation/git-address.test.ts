import { describe, expect, it } from '@jest/globals';
import { canonicalHost, canonicalPattern, isAllowed } from './git-address.js';

const organization = [canonicalPattern({ host: 'github.example', path: 'acme' })!];
const repository = [canonicalPattern({ host: 'GitHub.example.', path: '/Acme/Tools.git' })!];

const same: readonly (readonly [string, string])[] = [
  ['github.example', 'acme/tools'],
  ['GITHUB.Example', 'ACME/Tools'],
  ['github.example.', 'acme/tools'],
  ['github.example:443', 'acme/tools'],
  ['github.example:22', 'acme/tools.git'],
  ['github.example', '/acme/tools.GIT/'],
  ['github.example', 'acme/t%6Fols'],
  ['ｇithub.example', 'acme/tools'],
];

const others: readonly (readonly [string, string])[] = [
  ['github.example', 'acme-evil/tools'],
  ['github.example', 'acmetools/tools'],
  ['github.example', 'evil/acme/tools'],
  ['github.example', 'acme'],
  ['github.example', 'acme.git'],
  ['github.example', 'acme.git/evil/..'],
  ['github.example', 'acme/../evil/tools'],
  ['github.example', 'acme/%2e%2e/evil/tools'],
  ['github.example', 'acme/..%2fevil'],
  ['github.example', 'acme%2fevil/tools'],
  ['github.example', 'evil%2f..%2facme/tools'],
  ['github.example', 'acme%252ftools/x'],
  ['github.example', 'acme//tools'],
  ['github.example', '//acme/tools'],
  ['github.example', 'acme/./tools'],
  ['github.example', 'acme/%zz'],
  ['github.example', 'acme/%00'],
  ['github.example', 'acme\\..\\evil/tools'],
  ['github.example', 'acme/tools?x=1'],
  ['github.example', 'acme/tools#x'],
  ['github.example', 'acme@evil/tools'],
  ['github.example', 'ACM\u0112/tools'],
  ['github.example', '\u0430cme/tools'],
  ['github.example', ''],
  ['github.example.evil', 'acme/tools'],
  ['evil-github.example', 'acme/tools'],
  ['evil.github.example', 'acme/tools'],
  ['githubxexample', 'acme/tools'],
  ['user@github.example', 'acme/tools'],
  ['github.example@evil.example', 'acme/tools'],
  ['user:pass@github.example', 'acme/tools'],
  ['github.example/acme', 'acme/tools'],
  ['github.example:8443', 'acme/tools'],
  ['github.example:80', 'acme/tools'],
  ['github.example\\.evil', 'acme/tools'],
  ['github%2eexample', 'acme/tools'],
  ['github.example#', 'acme/tools'],
  ['github.example\u0000', 'acme/tools'],
  ['g\u0456thub.example', 'acme/tools'],
  ['', 'acme/tools'],
];

describe('an allowlist', () => {
  it.each(same)('of an organization and of a repository lets %j %j through', (host, path) => {
    expect(isAllowed({ host, path }, organization)).toBe(true);
    expect(isAllowed({ host, path }, repository)).toBe(true);
  });

  it.each(others)('lets neither through: %j %j', (host, path) => {
    expect(isAllowed({ host, path }, organization)).toBe(false);
    expect(isAllowed({ host, path }, repository)).toBe(false);
  });

  it('of an organization lets all its repositories through, also those in groups; of a repository only that one', () => {
    for (const path of ['acme/other', 'acme/group/tools', 'acme/tools/more']) {
      expect(isAllowed({ host: 'github.example', path }, organization)).toBe(true);
      expect(isAllowed({ host: 'github.example', path }, repository)).toBe(false);
    }
  });

  it('that is empty lets nothing through', () => {
    expect(isAllowed({ host: 'github.example', path: 'acme/tools' }, [])).toBe(false);
  });

  it('means a port where it names one', () => {
    const patterns = [canonicalPattern({ host: 'git.example:8443', path: 'acme' })!];
    expect(isAllowed({ host: 'GIT.example:8443', path: 'acme/tools' }, patterns)).toBe(true);
    expect(isAllowed({ host: 'git.example', path: 'acme/tools' }, patterns)).toBe(false);
  });
});

describe('a pattern', () => {
  it.each([
    ['https://github.example', 'acme'],
    ['github.example/acme', 'tools'],
    ['*.example', 'acme'],
    ['github.example', 'acme/*'],
    ['github.example', 'acme/group/tools'],
    ['github.example', ''],
    ['github.example', '..'],
    ['user@github.example', 'acme'],
    ['github.example:99999', 'acme'],
    ['github.example', 'ac\ud800me'],
    ['github\ud800.example', 'acme'],
  ])('is not %j %j', (host, path) => {
    expect(canonicalPattern({ host, path })).toBeNull();
  });

  it('names a host in one form', () => {
    expect(canonicalHost('BÜCHER.example:443')).toBe('xn--bcher-kva.example');
    expect(canonicalHost('[2001:DB8::1]:8080')).toBe('[2001:db8::1]:8080');
  });

  it('names it alike however often it is asked', () => {
    const names = Array.from({ length: 20_000 }, () => canonicalHost('bücher.example'));
    expect(new Set(names)).toEqual(new Set(['xn--bcher-kva.example']));
  });
});
