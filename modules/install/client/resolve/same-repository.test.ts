import { describe, expect, it } from '@jest/globals';
import { parseGitSource } from './git-source.js';
import { asKnown, isSameSource, repositoryKey } from './same-repository.js';

const key = (text: string): string => repositoryKey(parseGitSource(text));

describe('one repository', () => {
  it.each([
    'git:acme/tools',
    'git:Acme/Tools',
    'https://github.com/Acme/Tools.git',
    'https://github.com/acme/tools/',
    'https://GitHub.com:443/acme/tools',
    'github.com/acme/tools',
    'git@github.com:acme/tools',
    'git@github.com:/acme/tools.git',
    'ssh://git@github.com/acme/tools',
    'ssh://git@github.com:22/acme/tools.git',
    'git+https://github.com/acme/tools#main',
    'https://github.com/acme/tools/tree/main/skills/pdf',
  ])('is that of %s', (text) => {
    expect(key(text)).toBe('github.com/acme/tools');
  });

  it('differs by case where its host may tell them apart, by port and by name', () => {
    const keys = [
      'https://git.acme.test/a/b',
      'https://git.acme.test/A/b',
      'https://git.acme.test:8443/a/b',
      'https://git.acme.test/a/c',
    ].map(key);
    expect(new Set(keys).size).toBe(4);
  });

  it('is one source at one folder and branch', () => {
    const same = (one: string, other: string): boolean =>
      isSameSource(parseGitSource(one), parseGitSource(other));
    expect(same('git:acme/tools/a', 'https://github.com/Acme/tools.git/a')).toBe(true);
    expect(same('git:acme/tools/a', 'git:acme/tools/b')).toBe(false);
    expect(same('git:acme/tools#a', 'git:acme/tools')).toBe(false);
  });
});

describe('the address of svc.json', () => {
  it.each([
    ['git:acme/tools', 'https://github.com/Acme/Tools', 'git:acme/tools'],
    ['git@github.com:acme/tools', 'git:acme/tools/', 'git@github.com:acme/tools'],
    ['git@github.com:acme/tools', 'git:acme/tools#v2', 'git@github.com:acme/tools#v2'],
    ['https://github.com/acme/tools#v1', 'git:acme/tools', 'https://github.com/acme/tools'],
    ['https://github.com/acme/tools', 'git:acme/tools/a/b', 'https://github.com/acme/tools//a/b'],
    [
      'https://git.acme.test/x/y//a',
      'https://git.acme.test/x/y.git/b',
      'https://git.acme.test/x/y//b',
    ],
    [
      'https://git.acme.test/x/y.git/a',
      'https://git.acme.test/x/y',
      'https://git.acme.test/x/y.git',
    ],
    ['git:acme/tools/a#v1', 'https://github.com/acme/tools.git/b', 'git:acme/tools/b'],
    ['git:acme/other', 'https://github.com/acme/tools', 'https://github.com/acme/tools'],
    [
      'git:acme/tools',
      'https://github.com/acme/tools/tree/main/a',
      'https://github.com/acme/tools/tree/main/a',
    ],
  ])('%s makes %s be %s', (known, named, text) => {
    const source = asKnown(parseGitSource(named), [
      { source: undefined },
      { source: 'file:x' },
      { source: known },
    ]);
    expect(source).toMatchObject({ text, url: parseGitSource(named).url });
    expect(isSameSource(parseGitSource(text), parseGitSource(named))).toBe(true);
  });
});
