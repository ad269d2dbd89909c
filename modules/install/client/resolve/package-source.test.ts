import { describe, expect, it } from '@jest/globals';
import { isLoopback, packageLocation, parsePackageSource } from './package-source.js';

const HASH = 'A1'.repeat(32);
const problemOf = (text: string): unknown => {
  try {
    return parsePackageSource(text);
  } catch (error) {
    return error;
  }
};

describe('a package of npm', () => {
  it.each<[string, object]>([
    ['npm:x', { package: 'x', wanted: undefined, registry: undefined }],
    ['npm:@acme/x', { package: '@acme/x', wanted: undefined }],
    ['npm:@acme/x@1.2.3', { package: '@acme/x', wanted: '1.2.3' }],
    ['npm:x@^1.0 || ~2', { wanted: '^1.0 || ~2' }],
    [
      'npm:x@next?registry=https://npm.acme.test/all/',
      {
        registry: 'https://npm.acme.test/all',
        text: 'npm:x@next?registry=https://npm.acme.test/all',
      },
    ],
    [
      'npm:x?registry=http://127.0.0.1:4000',
      { wanted: undefined, registry: 'http://127.0.0.1:4000' },
    ],
  ])('is understood: %s', (text, parts) => {
    expect(parsePackageSource(text)).toMatchObject({ kind: 'npm', text, ...parts });
  });

  it.each([
    'npm:',
    'npm:@acme',
    'npm:../x',
    'npm:x/../y',
    'npm:x@',
    'npm:x@file:../y',
    'npm:x@1?registry=http://npm.acme.test',
    'npm:x?registry=https://u:secret@npm.acme.test',
    'npm:x?registry=ftp://npm.acme.test',
    `npm:${'x'.repeat(215)}`,
  ])('is refused: %s', (text) => {
    expect(problemOf(text)).toMatchObject({ code: 'source_invalid' });
    expect(String(problemOf(text))).not.toContain('secret');
  });
});

describe('an archive', () => {
  it('is an address with its hash', () => {
    expect(parsePackageSource(`archive:https://a.test/x.zip?y=1#sha256:${HASH}`)).toEqual({
      kind: 'archive',
      text: `archive:https://a.test/x.zip?y=1#sha256:${HASH.toLowerCase()}`,
      url: 'https://a.test/x.zip?y=1',
      sha256: HASH.toLowerCase(),
    });
  });

  it.each([
    'archive:',
    'archive:x.zip',
    'archive:http://a.test/x.zip',
    'archive:file:///x.zip',
    'archive:https://u:secret@a.test/x.zip',
    'archive:https://a.test/x.zip#main',
    'archive:https://a.test/x.zip#sha256:abc',
    'archive:https://a.test/x y.zip',
  ])('is refused: %s', (text) => {
    expect(problemOf(text)).toMatchObject({ code: 'source_invalid' });
    expect(String(problemOf(text))).not.toContain('secret');
  });
});

it('is known to policies by host and path', () => {
  const at = (text: string) => packageLocation(parsePackageSource(text));
  expect(at('npm:@acme/x@1.0.0')).toEqual({ host: 'registry.npmjs.org', path: 'acme/x' });
  expect(at('npm:x')).toEqual({ host: 'registry.npmjs.org', path: '_/x' });
  expect(at('npm:x?registry=https://npm.acme.test:8443/y')).toEqual({
    host: 'npm.acme.test:8443',
    path: '_/x',
  });
  expect(at('archive:https://a.test/b/c.zip?d')).toEqual({ host: 'a.test', path: 'b/c.zip' });
});

it.each<[string, boolean]>([
  ['http://localhost', true],
  ['http://127.1', true],
  ['http://[::1]:80', true],
  ['http://0x7f.1', true],
  ['http://localhost.evil.test', false],
  ['http://127.0.0.1.evil.test', false],
  ['http://10.0.0.1', false],
])('%s is of this machine: %s', (address, expected) => {
  expect(isLoopback(new URL(address))).toBe(expected);
});
