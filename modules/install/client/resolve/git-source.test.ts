import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isGitSource, parseGitSource, withoutSecrets, type GitSource } from './git-source.js';

const parse = (source: string, host?: string) => {
  const { url, host: named, repository, ref, path, trail, text } = parseGitSource(source, host);
  return { url, host: named, repository, ref, path, trail, text };
};
const HUB = 'https://github.com/acme/tools';
const OWN = 'https://git.acme.test/acme/tools.git';
const plain = { ref: undefined, path: '', trail: undefined };

describe('the address of a repository', () => {
  it.each<[string, Partial<GitSource>]>([
    [HUB, { url: HUB, host: 'github.com', repository: 'acme/tools', ...plain }],
    [`${HUB}/`, { url: HUB, ...plain }],
    [`${HUB}.git`, { url: `${HUB}.git`, repository: 'acme/tools', ...plain }],
    [`${HUB}?tab=readme`, { text: HUB, ...plain }],
    ['github.com/acme/tools', { text: HUB, ...plain }],
    ['git+https://github.com/acme/tools', { url: HUB, ...plain }],
    [`${HUB}#v1.2`, { ref: 'v1.2', path: '', text: `${HUB}#v1.2` }],
    [`${HUB}#feature/x`, { ref: 'feature/x' }],
    [
      `${HUB}@v1.2`,
      {
        ref: 'v1.2',
        url: HUB,
        text: `${HUB}#v1.2`,
      },
    ],
    ['https://gitlab.com/group/sub/deep/tools', { repository: 'group/sub/deep/tools', ...plain }],
    [
      'https://git.acme.test:8443/group/tools.git',
      { host: 'git.acme.test:8443', url: 'https://git.acme.test:8443/group/tools.git' },
    ],
    ['http://[::1]:3000/acme/tools', { host: '[::1]:3000' }],
    [`${OWN}/skills/pdf#main`, { url: OWN, path: 'skills/pdf', ref: 'main' }],
    [
      'ssh://git@git.acme.test:2222/acme/tools.git',
      { url: 'ssh://git@git.acme.test:2222/acme/tools.git', host: 'git.acme.test:2222' },
    ],
    [
      'git+ssh://git@git.acme.test/acme/tools.git#dev',
      { url: 'ssh://git@git.acme.test/acme/tools.git', ref: 'dev' },
    ],
    [
      'git@github.com:acme/tools.git',
      {
        url: 'git@github.com:acme/tools.git',
        host: 'github.com',
        repository: 'acme/tools',
        ...plain,
      },
    ],
    [
      'git@gitlab.com:group/sub/tools.git#v2',
      { repository: 'group/sub/tools', ref: 'v2', text: 'git@gitlab.com:group/sub/tools.git#v2' },
    ],
    [
      'git@gitlab.com:group/sub/tools.git/skills/pdf',
      { url: 'git@gitlab.com:group/sub/tools.git', path: 'skills/pdf' },
    ],
    ['git@host:tools.git', { repository: 'tools' }],
    [
      'https://dev.azure.com/acme/My%20Project/_git/tools//plugins/a%20b#main',
      {
        url: 'https://dev.azure.com/acme/My%20Project/_git/tools',
        text: 'https://dev.azure.com/acme/My%20Project/_git/tools//plugins/a%20b#main',
        repository: 'acme/My%20Project/_git/tools',
        path: 'plugins/a b',
        ref: 'main',
      },
    ],
    [
      'git@ssh.dev.azure.com:v3/acme/project/tools//plugins/x',
      { url: 'git@ssh.dev.azure.com:v3/acme/project/tools', path: 'plugins/x' },
    ],
    ['https://bitbucket.acme.test/scm/team/tools.git/plugins/x', { path: 'plugins/x' }],
    [`${OWN}//skills/pdf`, { url: OWN, path: 'skills/pdf' }],
    [`${HUB}//skills/x.git/y`, { url: HUB, path: 'skills/x.git/y' }],
  ])('is understood: %s', (source, parts) => {
    expect(isGitSource(source)).toBe(true);
    expect(parse(source)).toMatchObject(parts);
  });

  it.each<[string, string, Partial<GitSource>]>([
    ['GitHub', `${HUB}/tree/main/skills/pdf`, { url: HUB, trail: 'main/skills/pdf' }],
    ['GitHub', `${HUB}/tree/main`, { trail: 'main' }],
    ['GitHub', `${HUB}/blob/main/skills/pdf/SKILL.md`, { trail: 'main/skills/pdf' }],
    ['GitHub', `${HUB}/blob/main/SKILL.md`, { trail: 'main' }],
    ['GitHub', 'github.com/acme/tools/tree/feature/x/a%20b', { trail: 'feature/x/a b' }],
    ['GitHub', `${HUB}/tree/main/packages/@acme/x`, { trail: 'main/packages/@acme/x' }],
    [
      'GitLab',
      'https://gitlab.com/group/sub/tools/-/tree/main/skills',
      { url: 'https://gitlab.com/group/sub/tools', trail: 'main/skills' },
    ],
    [
      'GitLab',
      'https://git.acme.test:8443/group/tools/-/blob/main/a/SKILL.md?ref_type=heads',
      { trail: 'main/a' },
    ],
    [
      'Bitbucket',
      'https://bitbucket.org/acme/tools/src/main/skills/',
      { url: 'https://bitbucket.org/acme/tools', trail: 'main/skills' },
    ],
    [
      'Gitea',
      'https://codeberg.org/acme/tools/src/branch/main/skills',
      { url: 'https://codeberg.org/acme/tools', trail: 'main/skills' },
    ],
    ['Gitea', 'https://codeberg.org/acme/tools/src/tag/v1', { trail: 'v1' }],
    [
      'Gitea',
      'https://codeberg.org/acme/tools/src/commit/0123abcd/skills',
      { ref: '0123abcd', path: 'skills', trail: undefined },
    ],
  ])('is understood as a page of %s: %s', (_host, source, parts) => {
    expect(parse(source)).toMatchObject(parts);
  });

  it.each<[string, Partial<GitSource>]>([
    ['git:acme/tools', { url: `${HUB}.git`, text: 'git:acme/tools', ...plain }],
    ['git:acme/tools.git', { url: `${HUB}.git` }],
    [
      'git:acme/tools/skills/pdf',
      { path: 'skills/pdf', repository: 'acme/tools', text: 'git:acme/tools/skills/pdf' },
    ],
    ['git:acme/tools/tree/main', { path: 'tree/main' }],
    ['git:acme/tools/skills/pdf#feature/x', { path: 'skills/pdf', ref: 'feature/x' }],
    ['git:acme/tools@v1', { ref: 'v1', text: 'git:acme/tools#v1' }],
    ['git:acme/tools/packages/@acme/x', { path: 'packages/@acme/x', ref: undefined }],
  ])('is understood in its short form: %s', (source, parts) => {
    expect(parse(source)).toMatchObject(parts);
  });

  it('names the host of the short form in full where it is another one', () => {
    expect(parse('git:acme/tools/skills/pdf#v1', 'git.acme.test:8443')).toMatchObject({
      url: 'https://git.acme.test:8443/acme/tools.git',
      text: 'https://git.acme.test:8443/acme/tools.git/skills/pdf#v1',
    });
  });

  it.each([
    'git:',
    'git:acme',
    'git:acme/',
    'git:acme/tools?x',
    'git:../tools',
    'git:acme/tools/../../x',
    'git:-acme/tools',
    'git://github.com/acme/tools',
    'ext::sh -c id',
    'ext::id%20x',
    'ftp://git.acme.test/acme/tools',
    'https://',
    'https://github.com',
    'https://github.com/#main',
    'https://-upload-pack/acme/tools',
    'ssh://-oProxyCommand=id/acme/tools',
    'ssh://-oProxyCommand=id@host/acme/tools',
    '-u@host:acme/tools',
    'git@host:--upload-pack=id',
    'git@host:a/../../b',
    `${HUB}#--upload-pack=id`,
    `${HUB}#a..b`,
    `${HUB}#`,
    `${HUB}#a:b`,
    `${HUB}@v1#v2`,
    `${HUB}/tree/main#v2`,
    `${HUB}/tree/main/%2e%2e%2fx`,
    `${HUB}/tree/main/%zz`,
    'https://github.com/acme/to ols',
    'https://github.com/acme\\tools',
  ])('is refused: %s', (source) => {
    expect(() => parseGitSource(source)).toThrow(
      expect.objectContaining({ code: 'source_invalid', exit: 3 }),
    );
  });

  it.each([
    [
      'https://dev.azure.com/acme/project/_git/tools?path=/plugins/a%20b&version=GBfeature/x',
      'write https://dev.azure.com/acme/project/_git/tools//plugins/a%20b#feature/x',
    ],
    [
      'https://bitbucket.acme.test/projects/TEAM/repos/tools/browse/plugins?at=refs%2Fheads%2Fmain',
      'https://<host>/scm/<project>/<repository>.git/<folder>#<branch>',
    ],
  ])('is refused as a page whose folder is not read, with what to write: %s', (source, text) => {
    expect(() => parseGitSource(source)).toThrow(
      expect.objectContaining({ code: 'source_invalid', message: expect.stringContaining(text) }),
    );
  });

  it.each([
    ['https://me:secret@git.test/a/b', { username: 'me', password: 'secret' }],
    ['https://secret@git.test/a/b', { username: 'secret', password: '' }],
    ['https://me:se%40cret@git.test/a/b/tree/main#', undefined],
    ['ssh://git:secret@git.test/a/b', undefined],
    ['https://me:sec/ret@git.test/a/b', undefined],
    ['https://git.test/a/b?private_token=secret', undefined],
  ])('keeps its credentials to itself: %s', (source, credentials) => {
    let shown: string;
    try {
      const parsed = parseGitSource(source);
      expect(parsed.credentials).toEqual(credentials);
      shown = JSON.stringify({ ...parsed, credentials: undefined });
    } catch (error) {
      shown = String(error);
    }
    expect(shown).not.toMatch(/sec|cret/);
    expect(withoutSecrets(source)).not.toMatch(/sec|cret/);
  });
});

describe('any text', () => {
  const words = fc.stringMatching(/^[\w@:#?%./-]{0,12}$/);
  const addresses = fc
    .tuple(
      fc.constantFrom(
        'https://',
        'http://',
        'ssh://git@',
        'git@',
        'git:',
        'git+https://me:pw@',
        'ext::',
        '',
      ),
      fc.array(words, { maxLength: 6 }),
    )
    .map(([start, parts]) => start + parts.join('/'));

  it('is understood the same way again as svc.json names it, or refused in words', () => {
    fc.assert(
      fc.property(fc.oneof(addresses, fc.string()), (source) => {
        let parsed: GitSource;
        try {
          parsed = parseGitSource(source);
        } catch (error) {
          expect(error).toMatchObject({ code: 'source_invalid' });
          return;
        }
        expect(parseGitSource(parsed.text)).toEqual({ ...parsed, credentials: undefined });
        expect(parsed.text).not.toContain('pw');
        for (const argument of [parsed.url, parsed.ref ?? 'x', parsed.path, parsed.trail ?? 'x'])
          expect(argument).not.toMatch(/^-|::|\p{Cc}/u);
      }),
      { numRuns: 3000 },
    );
  });
});
