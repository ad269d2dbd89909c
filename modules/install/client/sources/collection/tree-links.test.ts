import { describe, expect, it } from '@jest/globals';
import type { SourceTree, TreeEntry } from './source-tree.js';
import { followLinks } from './tree-links.js';

/** Paths that end in `@` are links to the folder `d`. */
function treeOf(paths: readonly string[]): SourceTree {
  const entries = paths.map((path): [string, TreeEntry] => [path, { path, kind: path.endsWith('@') ? 'link' : 'file' }]);
  const read = (links: readonly string[]) => Promise.resolve(links.map((path) => ({ path, executable: false, content: Buffer.from('d') })));
  return { entries: new Map(entries), read };
}

const numbered = (count: number, name: (index: number) => string) => Array.from({ length: count }, (_, index) => name(index));

describe('links of a source', () => {
  it('are replaced by the files that they lead to', async () => {
    const paths = ['d/a', 'd/b', 'l@'];
    const { files } = await followLinks({ tree: treeOf(paths), source: 'acme' }, paths);
    expect([...files]).toEqual(Object.entries({ 'd/a': 'd/a', 'd/b': 'd/b', 'l@/a': 'd/a', 'l@/b': 'd/b' }));
  });

  it('that multiply its files beyond counting are refused before that is done', async () => {
    const paths = [...numbered(5_000, (index) => `d/${index}`), ...numbered(5_000, (index) => `l${index}@`)];
    await expect(followLinks({ tree: treeOf(paths), source: 'acme' }, paths)).rejects.toMatchObject({
      code: 'source_too_large',
      message: 'acme has more than 20000 files.',
    });
  });
});
