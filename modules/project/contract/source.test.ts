import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { normalGitAddress, normalSubpath } from './source.js';

const SAME = 'https://git.example/acme/web';

describe('the address of a repository', () => {
  it.each([
    SAME,
    'https://git.example/acme/web.git',
    'https://git.example/acme/web/',
    'https://GIT.example/acme/web.git/',
    'http://git.example/acme/web',
    'https://me:secret@git.example/acme/web.git',
    'https://token@git.example/acme/web?x=1#y',
    'git@git.example:acme/web.git',
    'git.example:acme/web',
    'ssh://git@git.example/acme/web.git',
    'ssh://git@git.example:2222/acme/web.git',
    'git://git.example/acme/web',
    '  https://git.example/acme/web\n',
    'https://git.example:443/acme/web',
  ])('is written one way: %s', (address) => {
    expect(normalGitAddress(address)).toBe(SAME);
  });

  it.each([
    ['git@1:acme/web', 'https://0.0.0.1/acme/web'],
    ['git://git.example:443/acme/web', SAME],
    ['http://git.example:443/acme/web.git/.git', SAME],
    ['git.example:acme/é', 'https://git.example/acme/%C3%A9'],
  ])('is written as the web writes it: %s', (address, normal) => {
    expect(normalGitAddress(address)).toBe(normal);
  });

  it('keeps ports of the web, subgroups and the case of names', () => {
    expect(normalGitAddress('https://git.example:8443/Acme/Group/Web.git')).toBe(
      'https://git.example:8443/Acme/Group/Web',
    );
  });

  it.each([
    '',
    '/srv/git/web.git',
    '../web',
    'file:///srv/web',
    'C:\\web',
    'https://',
    'https://git.example',
    'ext::sh -c id',
    'git.example:',
    'https://a b/c',
    'git.example:acme/%2e%2E',
    'git@1.2.3.999:acme/web',
  ])('is none that others could use: %j', (address) => {
    expect(normalGitAddress(address)).toBeUndefined();
  });

  it('is written the same way when it is read again, and never with a user or a password', () => {
    const part = fc.stringMatching(/^[\w@:.%?#~+ -]{0,8}$/);
    const start = fc.constantFrom(
      'https://',
      'http://',
      'ssh://git@',
      'git@',
      '',
      'https://me:s3cret@',
    );
    fc.assert(
      fc.property(start, fc.array(part, { minLength: 1, maxLength: 4 }), (scheme, parts) => {
        const address = normalGitAddress(scheme + parts.join('/'));
        if (address === undefined) return;
        expect(normalGitAddress(address)).toBe(address);
        expect(new URL(address)).toMatchObject({
          protocol: 'https:',
          username: '',
          password: '',
          search: '',
          hash: '',
        });
      }),
      { numRuns: 1000 },
    );
  });
});

describe('a folder within a source', () => {
  it.each([
    ['', ''],
    ['/', ''],
    ['./packages/web/', 'packages/web'],
    ['packages//web', 'packages/web'],
  ])('%j is %j', (path, normal) => {
    expect(normalSubpath(path)).toBe(normal);
  });

  it.each(['..', 'a/../../b', 'a\\b', 'a\u0000b'])('does not lead out of it: %j', (path) => {
    expect(normalSubpath(path)).toBeUndefined();
  });
});
