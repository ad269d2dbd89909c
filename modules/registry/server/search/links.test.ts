import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { linkOf, linksOf } from './links.js';

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
    ['https://GitHub.com/Acme/demo.git', 'https://github.com/acme/demo'],
    ['http://github.com/acme/demo/', 'https://github.com/acme/demo'],
    ['https://www.github.com/acme/demo#readme', 'https://github.com/acme/demo'],
    ['git+https://github.com/acme/demo.git', 'https://github.com/acme/demo'],
    ['git+ssh://git@github.com/acme/demo.git', 'https://github.com/acme/demo'],
    ['ssh://git@github.com:2222/acme/demo', 'https://github.com/acme/demo'],
    ['git://github.com/acme/demo.git', 'https://github.com/acme/demo'],
    ['git@github.com:acme/demo.git', 'https://github.com/acme/demo'],
    ['https://user:secret@github.com/acme/demo', 'https://github.com/acme/demo'],
    ['https://acme.example/', 'https://acme.example'],
    ['https://acme.example:443', 'https://acme.example'],
    ['http://acme.example:80/', 'https://acme.example'],
    ['http://acme.example:8080/', 'https://acme.example:8080'],
    ['https://acme.example./x/?page=Two', 'https://acme.example/x?page=Two'],
    [' https://acme.example/a/../b ', 'https://acme.example/b'],
    ['https://b\u00FCcher.example', 'https://xn--bcher-kva.example'],
    ['https://www.example', 'https://www.example'],
  ])('%s is looked up as %s', (address, key) => {
    expect(linkOf(address)).toEqual({ key });
  });

  it.each(['review https', 'pkg npm', 'http:acme', 'note: see pkg:npm/express', 'git@', ''])(
    '%j is words',
    (text) => {
      expect(linkOf(text)).toBeUndefined();
    },
  );

  it.each(['https://', 'https://a\0b', 'http://[::1', 'https:// /x', 'pkg:npm', 'git@[:x'])(
    '%j is an address gone wrong',
    (text) => {
      const meant = text.startsWith('pkg:') ? 'package URL' : 'web address';
      expect(linkOf(text)).toEqual({ meant, problem: expect.any(String) });
    },
  );

  it('are the same however they are fetched and written', () => {
    const scheme = fc.constantFrom(
      'http://',
      'https://',
      'git+https://',
      'HTTPS://',
      'ssh://git@',
      'git+ssh://git@',
      'git://',
    );
    const www = fc.constantFrom('', 'www.', 'WWW.');
    const name = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_-]{0,8}$/);
    const host = fc
      .tuple(name, name)
      .map(([sub, domain]) => `${sub}.${domain}.example`.replaceAll('_', '-'));
    const path = fc
      .array(name, { maxLength: 3 })
      .map((parts) => parts.map((part) => `/${part}`).join(''));
    const tail = fc.constantFrom('', '/', '.git', '.git/', '//');
    fc.assert(
      fc.property(fc.record({ scheme, www, host, path, tail }), (parts) => {
        // a repository has a path
        const end = parts.path === '' ? parts.tail.replace('.git', '') : parts.tail;
        const key = { key: `https://${parts.host}${parts.path}`.toLowerCase() };
        expect(linkOf(`${parts.scheme}${parts.www}${parts.host}${parts.path}${end}`)).toEqual(key);
      }),
    );
  });

  it('are looked up as they are once they have been read', () => {
    const text = fc.oneof(
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
      fc.string({ unit: 'binary' }).map((end) => `https://a.example/${end}`),
    );
    fc.assert(
      fc.property(text, (address) => {
        const link = linkOf(address);
        if (link !== undefined && 'key' in link) expect(linkOf(link.key)).toEqual(link);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('the addresses of a manifest', () => {
  it('are what it describes, its repository and its homepage', () => {
    const extra = {
      describes: 'pkg:npm/express@4',
      repository: { type: 'git', url: 'git+https://github.com/acme/demo.git' },
      homepage: 'https://github.com/acme/demo#readme',
      author: 'https://example.org',
    };
    expect(linksOf(manifest(extra))).toEqual(['pkg:npm/express', 'https://github.com/acme/demo']);
  });

  it('are none where the manifest says something else', () => {
    expect(
      linksOf(manifest({ repository: 7, homepage: 'javascript:alert(1)', describes: null })),
    ).toEqual([]);
    expect(
      linksOf(manifest({ repository: 'acme/demo', homepage: 'https://', describes: 'pkg:npm' })),
    ).toEqual([]);
  });
});
