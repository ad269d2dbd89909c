import { describe, expect, it } from '@jest/globals';
import { fileSource, parseSource } from './source.js';

describe('a source of plugins', () => {
  it.each([
    ['acme/tools', { kind: 'registry', name: 'acme/tools', version: undefined }],
    ['acme/tools@1.0.0-rc.1', { kind: 'registry', name: 'acme/tools', version: '1.0.0-rc.1' }],
    ['acme/tools@latest', { kind: 'registry', name: 'acme/tools', version: 'latest' }],
    [
      'acme/tools@0123abc',
      { kind: 'registry', name: 'acme/tools', version: undefined, commit: '0123abc' },
    ],
    ['file:plugins/own', { kind: 'file', folder: '/repo/plugins/own' }],
    ['file:../own', { kind: 'file', folder: '/own' }],
    ['file:///abs/own', { kind: 'file', folder: '/abs/own' }],
  ])('is understood: %s', (source, parsed) => {
    expect(parseSource(source, '/repo')).toEqual(parsed);
  });

  it.each([
    'tools',
    'Acme/tools',
    'acme/tools@',
    'acme/tools@^1',
    'acme/tools@0123ab',
    'acme/tools@0123ABC',
    '../x',
    'file:',
    'acme/a/b',
    '',
    'acme/tools@1.0.0@2',
  ])('is refused: %j', (source) => {
    expect(() => parseSource(source, '/repo')).toThrow(
      expect.objectContaining({ code: 'source_invalid', exit: 3 }),
    );
  });

  it.each([
    ['../x', 'A folder is named by `file:../x`.'],
    ['./plugins/own', 'A folder is named by `file:./plugins/own`.'],
    ['/srv/own@1', 'A folder is named by `file:/srv/own`.'],
    ['tools', 'A name begins with the workspace, such as acme/tools: `svc search tools` finds it.'],
    ['acme/', 'A source is <workspace>/<plugin>'],
  ])('is refused with what was probably meant: %s', (source, hint) => {
    expect(() => parseSource(source, '/repo')).toThrow(
      expect.objectContaining({ hint: expect.stringContaining(hint) as unknown }),
    );
  });

  it('keeps a password to itself also where it is no address', () => {
    expect(() => parseSource('me:s3cret@git.acme.test/acme/tools', '/repo')).toThrow(
      /^"git\.acme\.test\/acme\/tools" is not a plugin source/,
    );
  });

  it('is a git host where it looks like one', () => {
    expect(parseSource('git@github.com:acme/tools.git', '/repo')).toMatchObject({
      kind: 'git',
      repository: 'acme/tools',
    });
    expect(parseSource('github.com/acme/tools/tree/main', '/repo')).toMatchObject({
      kind: 'git',
      trail: 'main',
    });
    expect(parseSource('git:acme/tools', '/repo', { SVC_GIT_HOST: 'git.acme.test' })).toMatchObject(
      { kind: 'git', host: 'git.acme.test' },
    );
  });

  it('is written relative to the project', () => {
    expect(fileSource('/repo', '/repo/plugins/own')).toBe('file:plugins/own');
    expect(fileSource('/repo', '/own')).toBe('file:../own');
    expect(fileSource('/repo', '/repo')).toBe('file:.');
  });
});
