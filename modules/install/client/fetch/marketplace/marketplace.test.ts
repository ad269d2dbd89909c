import { describe, expect, it } from '@jest/globals';
import type { SourceTree, TreeEntry } from '../collection/source-tree.js';
import { entryNamed, readMarketplace, type Marketplace } from './marketplace.js';

const CLAUDE = '.claude-plugin/marketplace.json';
const CODEX = '.agents/plugins/marketplace.json';
const SHA = 'a'.repeat(40);
const HASH = 'b'.repeat(64);

function treeOf(files: Readonly<Record<string, string>>): SourceTree {
  const entries = new Map<string, TreeEntry>(
    Object.keys(files).map((path) => [path, { path, kind: 'file' }]),
  );
  return {
    entries,
    identify: () => Promise.reject(new Error('contents are not compared')),
    sizes: () => Promise.reject(new Error('files are not measured')),
    read: (paths) =>
      Promise.resolve(
        paths.flatMap((path) =>
          files[path] === undefined
            ? []
            : [{ path, executable: false, content: Buffer.from(files[path]) }],
        ),
      ),
  };
}

async function read(
  manifest: unknown,
  { file = CLAUDE, others = {}, root = '' }: { file?: string; others?: object; root?: string } = {},
): Promise<Marketplace> {
  const text = typeof manifest === 'string' ? manifest : JSON.stringify(manifest);
  const path = root === '' ? file : `${root}/${file}`;
  const found = await readMarketplace({ tree: treeOf({ [path]: text, ...others }), root });
  if (found === undefined) throw new Error('there is a manifest');
  return found;
}

const listing = (source: unknown, more: object = {}) => ({
  name: 'market',
  plugins: [{ name: 'one', source, ...more }],
});
const where = async (source: unknown, others: object = {}) =>
  (await read(listing(source), { others })).entries[0]?.where;

describe('a marketplace', () => {
  it('is only where one of its files is', async () => {
    const tree = treeOf({ 'README.md': 'x', 'sub/.claude-plugin/marketplace.json': '{}' });
    expect(await readMarketplace({ tree, root: '' })).toBeUndefined();
    expect(await readMarketplace({ tree, root: 'sub' })).toMatchObject({ entries: [] });
  });

  it.each(['.cursor-plugin/marketplace.json', '.github/plugin/marketplace.json'])(
    'may be %s, with bare names of folders below its root of plugins',
    async (file) => {
      const market = await read(
        { ...listing('one'), metadata: { pluginRoot: './plugins' } },
        { file, others: { 'plugins/one/README.md': '' } },
      );
      expect(market.entries[0]?.where).toEqual({ kind: 'folder', path: 'plugins/one' });
    },
  );

  it('knows its entries by the names that they had before', async () => {
    const market = await read({ ...listing('./'), renames: { older: 'one', wrong: 1, one: 'x' } });
    expect(entryNamed(market, 'older')?.name).toBe('one');
    expect(entryNamed(market, 'one')?.name).toBe('one');
    expect(entryNamed(market, 'wrong')).toBeUndefined();
  });

  it('lists entries with their fields', async () => {
    const market = await read(
      listing('./plugins/one', { description: 'Does\n  one\u202e thing', strict: false }),
      { others: { 'plugins/one/README.md': '' } },
    );
    expect(market).toMatchObject({ name: 'market', skipped: [] });
    expect(market.entries).toEqual([
      {
        name: 'one',
        description: 'Does one thing',
        where: { kind: 'folder', path: 'plugins/one' },
        fields: expect.objectContaining({ strict: false }) as unknown,
      },
    ]);
  });

  it('is one list of both files, where the first that can be installed counts', async () => {
    const others = {
      [CODEX]: JSON.stringify({
        name: 'other',
        plugins: [
          { name: 'one', source: { source: 'local', path: './plugins/elsewhere' } },
          { name: 'two', source: { source: 'local', path: './plugins/two' } },
          { name: 'three', source: { source: 'local', path: './plugins/two' } },
        ],
      }),
      'plugins/one/a': '',
      'plugins/two/a': '',
      'plugins/elsewhere/a': '',
    };
    const claude = listing('./plugins/one');
    claude.plugins.push({ name: 'two', source: { source: 'github', repo: 'no repository' } });
    const market = await read(claude, { others });
    expect(market.name).toBe('market');
    expect(market.entries.map(({ name, where }) => [name, where])).toEqual([
      ['one', { kind: 'folder', path: 'plugins/one' }],
      ['two', { kind: 'folder', path: 'plugins/two' }],
      ['three', { kind: 'folder', path: 'plugins/two' }],
    ]);
    expect(entryNamed(market, 'two')?.where).toEqual({ kind: 'folder', path: 'plugins/two' });
    expect(entryNamed(market, 'four')).toBeUndefined();
  });
});

describe('where an entry is', () => {
  it.each<[string, unknown, string]>([
    ['github', { source: 'github', repo: 'acme/tools' }, 'git:acme/tools'],
    ['github', { source: 'github', repo: 'acme/tools', ref: 'v1' }, 'git:acme/tools#v1'],
    [
      'github',
      { source: 'github', repo: 'acme/tools', ref: 'v1', sha: SHA.toUpperCase() },
      `git:acme/tools#${SHA}`,
    ],
    [
      'url',
      { source: 'url', url: 'https://git.acme.test/a/b.git' },
      'https://git.acme.test/a/b.git',
    ],
    [
      'url',
      { source: 'url', url: 'https://git.acme.test/a/b', ref: 'refs/heads/x' },
      'https://git.acme.test/a/b#x',
    ],
    ['url', { source: 'url', url: 'git@git.acme.test:a/b.git' }, 'git@git.acme.test:a/b.git'],
    [
      'url',
      { source: 'url', url: 'https://git.acme.test/a/b', path: 'c' },
      'https://git.acme.test/a/b//c',
    ],
    [
      'git-subdir',
      { source: 'git-subdir', url: 'https://dev.azure.com/a/p/_git/b/', path: 'c/d', ref: 'v1' },
      'https://dev.azure.com/a/p/_git/b//c/d#v1',
    ],
    [
      'git-subdir',
      { source: 'git-subdir', url: 'https://git.acme.test/a/b.git', path: './c/d', sha: SHA },
      `https://git.acme.test/a/b.git/c/d#${SHA}`,
    ],
    ['git-subdir', { source: 'git-subdir', url: 'acme/tools', path: 'c' }, 'git:acme/tools/c'],
    ['git-subdir', { source: 'git-subdir', url: 'acme/tools', path: './' }, 'git:acme/tools'],
    ['npm', { source: 'npm', package: '@acme/x' }, 'npm:@acme/x'],
    [
      'npm',
      { source: 'npm', package: 'x', version: '^2.0.0', registry: 'https://npm.acme.test/' },
      'npm:x@^2.0.0?registry=https://npm.acme.test',
    ],
    ['archive', { source: 'archive', url: 'https://a.test/x.zip' }, 'archive:https://a.test/x.zip'],
    [
      'archive',
      { source: 'archive', url: 'https://a.test/x.zip', sha256: HASH },
      `archive:https://a.test/x.zip#sha256:${HASH}`,
    ],
  ])('elsewhere, by %s', async (_kind, source, text) => {
    expect(await where(source)).toEqual({ kind: 'source', text });
  });

  it.each<[unknown, RegExp]>([
    [undefined, /has no "source"/],
    [{ source: 'command', command: 'curl x | sh' }, /svc runs none/],
    [{ source: 'pip', package: 'x' }, /no source of the kind "pip"/],
    [{ path: 'x' }, /no source of the kind none/],
    [{ source: 'github', repo: '../x/y' }, /<owner>\/<repo>/],
    [{ source: 'github', repo: 'acme/tools', sha: 'abc' }, /full hash/],
    [{ source: 'github', repo: 'acme/tools', ref: '--upload-pack=x' }, /not a valid name/],
    [{ source: 'url' }, /no "url"/],
    [{ source: 'url', url: 'ext::sh -c id' }, /cannot be used/],
    [{ source: 'url', url: 'file:///etc' }, /no address|cannot be used/],
    [{ source: 'url', url: '/etc' }, /no address/],
    [{ source: 'url', url: 'https://a.test/b.git#x', ref: 'y' }, /"#"/],
    [{ source: 'git-subdir', url: 'acme/tools' }, /no "path"/],
    [{ source: 'git-subdir', url: 'acme/tools', path: '../x' }, /leads out/],
    [{ source: 'npm', package: '../x' }, /names no package/],
    [{ source: 'npm', package: 'x', version: 'http://evil' }, /range of versions/],
    [{ source: 'npm', package: 'x', registry: 'http://10.0.0.1' }, /https/],
    [{ source: 'archive', url: 'http://a.test/x.zip' }, /https/],
    [{ source: 'archive', url: 'https://u:p@a.test/x.zip' }, /password/],
    [{ source: 'archive', url: 'https://a.test/x.zip', sha256: 'x' }, /64 hexadecimal/],
    [{ source: 'archive', url: 'https://a.test/x.zip', headers: { a: 'b' } }, /headers/],
    ['../x', /leads out/],
    ['/etc', /leads out/],
    ['./plugins/none', /is not in the repository/],
  ])('cannot be %j', async (source, why) => {
    const found = await where(source);
    expect(found).toMatchObject({
      kind: 'unsupported',
      why: expect.stringMatching(why) as unknown,
    });
    expect(JSON.stringify(found)).not.toContain('u:p');
  });

  it.each<[string, string | undefined, string | undefined]>([
    ['./', undefined, ''],
    ['.', undefined, ''],
    ['./a', undefined, 'a'],
    ['a/', undefined, 'a'],
    ['b', './a', 'a/b'],
    ['./b', './a', 'a/b'],
    ['./a/b', './a', 'a/b'],
    ['./c', './a', 'c'],
    ['./c', '../x', 'c'],
  ])('is the folder %s with the plugins in %s', async (source, pluginRoot, path) => {
    const market = await read(
      { name: 'm', metadata: { pluginRoot }, plugins: [{ name: 'one', source }] },
      { others: { 'a/b/f': '', 'c/f': '' } },
    );
    expect(market.entries[0]?.where).toEqual({ kind: 'folder', path });
  });

  it('counts from the folder of the marketplace', async () => {
    const market = await read(listing('./a'), { root: 'sub', others: { 'sub/a/f': '' } });
    expect(market.entries[0]?.where).toEqual({ kind: 'folder', path: 'sub/a' });
    const whole = await read(listing('./'), { root: 'sub' });
    expect(whole.entries[0]?.where).toEqual({ kind: 'folder', path: 'sub' });
  });
});

describe('a marketplace that is wrong', () => {
  it('keeps the entries that are right', async () => {
    const deep = JSON.parse('['.repeat(40) + ']'.repeat(40)) as unknown;
    const plugins = [
      'text',
      null,
      { source: './' },
      { name: '', source: './' },
      { name: '__proto__', source: './' },
      { name: 'one', source: './' },
      { name: 'one', source: './a' },
      { name: 'x'.repeat(101), source: './' },
      { name: 'a\u202eb', source: './' },
      { name: 'deep', source: './', hooks: deep },
      { name: 'large', source: './', hooks: 'x'.repeat(70_000) },
      { name: 'last', source: './' },
    ];
    const market = await read(JSON.stringify({ plugins }));
    expect(market.entries.map(({ name }) => name)).toEqual(['__proto__', 'one', 'last']);
    expect(market.skipped).toEqual(
      [
        [0, 'an entry must be an object in braces'],
        [1, 'an entry must be an object in braces'],
        [2, 'it has no "name"'],
        [3, 'it has no "name"'],
        [6, '"one" is listed twice; the first counts'],
        [7, 'its "name" is longer than 100 characters'],
        [8, 'its "name" holds invisible characters'],
        [9, 'it is nested deeper than 32 levels'],
        [10, 'it has more than 65536 characters'],
      ].map(([index, why]) => ({ what: `${CLAUDE}: plugins[${String(index)}]`, why })),
    );
  });

  it.each<[string, string, RegExp]>([
    ['no JSON', '{\n"a": }', /not JSON: line 2, column 6/],
    ['a list', '[]', /not an object/],
    ['no list', '{"plugins": {}}', /no list of "plugins"/],
    ['nested without end', '['.repeat(200_000), /not JSON/],
    ['more than 10 MB', `{"x": "${'y'.repeat(10 * 1024 * 1024)}"}`, /at most 10485760 are read/],
  ])('is named when it is %s', async (_what, text, why) => {
    const market = await read(text, {
      others: { [CODEX]: JSON.stringify({ plugins: [{ name: 'two', source: './' }] }) },
    });
    expect(market.skipped).toEqual([{ what: CLAUDE, why: expect.stringMatching(why) as unknown }]);
    expect(market.entries.map(({ name }) => name)).toEqual(['two']);
  });

  it('reads a list of just under 10 MB, and at most 5,000 entries', async () => {
    const plugins = Array.from({ length: 6_000 }, (_none, index) => ({
      name: `p${index}`,
      source: './',
      description: 'x'.repeat(1_500),
    }));
    const market = await read({ plugins });
    expect(market.entries).toHaveLength(5_000);
    expect(market.skipped).toEqual([
      {
        what: `${CLAUDE}: plugins[5000]`,
        why: 'it and those after it are beyond 5000 entries',
      },
    ]);
  });
});
