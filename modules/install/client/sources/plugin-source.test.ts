import { describe, expect, it } from '@jest/globals';
import { fileSource, parseSource } from './plugin-source.js';

describe('a source of plugins', () => {
  it.each([
    ['acme/tools', { kind: 'registry', name: 'acme/tools', version: undefined }],
    ['acme/tools@1.0.0-rc.1', { kind: 'registry', name: 'acme/tools', version: '1.0.0-rc.1' }],
    ['acme/tools@latest', { kind: 'registry', name: 'acme/tools', version: 'latest' }],
    ['file:plugins/own', { kind: 'file', folder: '/repo/plugins/own' }],
    ['file:../own', { kind: 'file', folder: '/own' }],
    ['file:///abs/own', { kind: 'file', folder: '/abs/own' }],
  ])('is understood: %s', (source, parsed) => {
    expect(parseSource(source, '/repo')).toEqual(parsed);
  });

  it.each(['tools', 'Acme/tools', 'acme/tools@', 'acme/tools@^1', '../x', 'file:', 'acme/a/b', '', 'acme/tools@1.0.0@2'])(
    'is refused: %j',
    (source) => {
      expect(() => parseSource(source, '/repo')).toThrow(expect.objectContaining({ code: 'source_invalid', exit: 3 }));
    },
  );

  it.each([
    'git:acme/tools',
    'https://github.com/acme/tools',
    'github.com/acme/tools/tree/main',
    'git@github.com:acme/tools.git',
    'acme/tools@0123abc',
  ])('comes later: %s', (source) => {
    expect(() => parseSource(source, '/repo')).toThrow(expect.objectContaining({ code: 'not_available_yet', exit: 6 }));
  });

  it('shows no token of a URL', () => {
    expect(() => parseSource('https://me:secret@git.example/a/b', '/repo')).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('secret') }),
    );
  });

  it('is written relative to the project', () => {
    expect(fileSource('/repo', '/repo/plugins/own')).toBe('file:plugins/own');
    expect(fileSource('/repo', '/own')).toBe('file:../own');
    expect(fileSource('/repo', '/repo')).toBe('file:.');
  });
});
