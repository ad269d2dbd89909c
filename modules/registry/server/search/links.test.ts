import { describe, expect, it } from '@jest/globals';
import { isLink, linkKey, linksOf } from './links.js';

const manifest = (extra: Record<string, unknown>) => ({
  name: 'acme/demo',
  workspace: 'acme',
  plugin: 'demo',
  version: '1.0.0',
  description: 'Demo',
  private: false,
  hooks: undefined,
  nativeHooks: undefined,
  extra,
});

describe('addresses', () => {
  it.each([
    ['pkg:npm/Express@4.18.2', 'pkg:npm/express'],
    ['pkg:npm/%40scope/name@1.0.0', 'pkg:npm/%40scope/name'],
    ['pkg:npm/express', 'pkg:npm/express'],
    ['https://GitHub.com/acme/demo.git', 'https://github.com/acme/demo'],
    ['git+https://github.com/acme/demo.git', 'https://github.com/acme/demo'],
    ['https://acme.example/', 'https://acme.example'],
  ])('%s is looked up as %s', (address, key) => {
    expect(isLink(address)).toBe(true);
    expect(linkKey(address)).toBe(key);
  });

  it('words are none', () => {
    expect(isLink('review https')).toBe(false);
  });

  it('come from what the manifest describes, its repository and its homepage', () => {
    const extra = {
      describes: 'pkg:npm/express@4',
      repository: { type: 'git', url: 'git+https://github.com/acme/demo.git' },
      homepage: 'https://github.com/acme/demo',
      author: 'https://example.org',
    };
    expect(linksOf(manifest(extra))).toEqual(['pkg:npm/express', 'https://github.com/acme/demo']);
  });

  it('are none where the manifest says something else', () => {
    expect(linksOf(manifest({ repository: 7, homepage: 'javascript:alert(1)', describes: null }))).toEqual([]);
  });
});
