import { describe, expect, it } from '@jest/globals';
import { isName } from '../../identity/contract/name-rules.js';
import { nameProblem, parsePluginName } from './names.js';

const words = [
  'constructor',
  'prototype',
  'latest',
  'match',
  'v1',
  'auth',
  'settings',
  'versions',
  'tiles',
  'me',
];
const odd = [
  '',
  '-a',
  'a-',
  'a--b',
  'A',
  'a_b',
  'a/b',
  'é',
  '__proto__',
  '11111111-1111-4111-8111-111111111111',
  'a'.repeat(101),
];
const good = ['a', '0', 'a-b', 'acme', 'a'.repeat(100)];

describe('names', () => {
  it.each([...words, ...odd, ...good])(
    'a workspace may be called %p exactly when one can be made with that name',
    (name) => {
      expect(nameProblem('workspace', name) === undefined).toBe(isName(name));
    },
  );

  it('a plugin may carry words that workspaces may not, but none that stands in its paths', () => {
    expect(parsePluginName('acme/auth')).toEqual({ workspace: 'acme', plugin: 'auth' });
    expect(parsePluginName('auth/acme')).toMatch(/reserved/);
    for (const word of ['constructor', 'versions', 'files', 'latest'])
      expect(nameProblem('plugin', word)).toMatch(/reserved/);
    expect(nameProblem('plugin', 'a'.repeat(91))).toMatch(/at most 90/);
  });
});
