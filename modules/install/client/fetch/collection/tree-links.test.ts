import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { LooseFile } from '../../../../registry/contract/plugin-format.js';
import { SortedPaths } from './sorted-paths.js';
import type { SourceTree, TreeEntry } from './source-tree.js';
import { followLinks, readLinks } from './tree-links.js';

/** Paths that end in `@` are links to the folder `d`. */
function treeOf(paths: readonly string[]): SourceTree {
  const entries = paths.map((path): [string, TreeEntry] => [
    path,
    { path, kind: path.endsWith('@') ? 'link' : 'file' },
  ]);
  return {
    entries: new Map(entries),
    read: (links) => Promise.resolve(linksTo(links, () => 'd')),
    identify: () => Promise.resolve(new Map()),
    sizes: () => Promise.resolve(new Map()),
  };
}

function linksTo(links: readonly string[], target: (link: string) => string): readonly LooseFile[] {
  return links.map((path) => ({ path, executable: false, content: Buffer.from(target(path)) }));
}

const followed = async (tree: SourceTree, paths: readonly string[]) =>
  followLinks(await readLinks({ tree, source: 'acme' }, paths), paths);

const numbered = (count: number, name: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => name(index));

describe('links of a source', () => {
  it('are replaced by the files that they lead to', async () => {
    const paths = ['d/a', 'd/b', 'l@'];
    const { files } = await followed(treeOf(paths), paths);
    expect([...files]).toEqual(
      Object.entries({ 'd/a': 'd/a', 'd/b': 'd/b', 'l@/a': 'd/a', 'l@/b': 'd/b' }),
    );
  });

  it('that multiply its files beyond counting are refused before that is done', async () => {
    const paths = [
      ...numbered(5_000, (index) => `d/${index}`),
      ...numbered(5_000, (index) => `l${index}@`),
    ];
    await expect(followed(treeOf(paths), paths)).rejects.toMatchObject({
      code: 'source_too_large',
      message: 'acme has more than 20000 files.',
    });
  });

  it('cost one request for each step from link to link, however many there are', async () => {
    const links = numbered(300, (index) => `l${index}@`);
    const tree = treeOf(['d/a', 'x/b', 'chain@', ...links]);
    const requests: number[] = [];
    // all lead to another link, which leads to a folder
    const read: SourceTree['read'] = (asked) => {
      requests.push(asked.length);
      return Promise.resolve(linksTo(asked, (link) => (link === 'chain@' ? 'x' : 'chain@')));
    };
    const { files } = await followed({ ...tree, read }, links);
    expect(requests).toEqual([300, 1]);
    expect(files.size).toBe(300);
    expect(files.get('l7@/b')).toBe('x/b');
  });

  it('that lead to one another without end are left out after a few steps', async () => {
    const links = numbered(30, (index) => `l${index}@`);
    let requests = 0;
    const read: SourceTree['read'] = (asked) => {
      requests += 1;
      return Promise.resolve(
        linksTo(asked, (link) => `l${(Number(/\d+/.exec(link)?.[0]) + 1) % 30}@`),
      );
    };
    const { files, skipped } = await followed({ ...treeOf(links), read }, ['l0@']);
    expect([files.size, [...skipped.keys()], requests]).toEqual([0, ['l0@'], 8]);
  });

  it('are refused before they are read when they are more than anybody would have', async () => {
    const links = numbered(20_001, (index) => `l${index}@`);
    const read: SourceTree['read'] = () => Promise.reject(new Error('nothing is to be read'));
    await expect(followed({ ...treeOf(links), read }, links)).rejects.toMatchObject({
      code: 'source_too_large',
      message: 'acme has more than 20000 links.',
    });
  });
});

describe('paths below a folder', () => {
  it('are those that begin with its name and a slash', () => {
    const part = fc.stringMatching(/^[a-c.\-]{1,2}$/);
    const path = fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'));
    fc.assert(
      fc.property(fc.uniqueArray(path), path, (paths, folder) => {
        expect(new SortedPaths(() => [...paths]).below(folder)).toEqual(
          paths.filter((each) => each.startsWith(`${folder}/`)).sort(),
        );
      }),
    );
  });
});
