import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CollisionCheck, collisionKey } from './portable-path.js';

interface Added {
  readonly path: string;
  readonly isFolder: boolean;
}

/** The first thing that stands where one of the parts of a path would, looked for among all parts of all paths before. */
function collidesWith({ path, isFolder }: Added, before: readonly Added[]): string | undefined {
  for (const part of partsOf({ path, isFolder })) {
    const other = before
      .flatMap(partsOf)
      .find((each) => collisionKey(each.path) === collisionKey(part.path));
    if (other !== undefined && (other.path !== part.path || !other.isFolder || !part.isFolder))
      return other.path;
  }
  return undefined;
}

function partsOf({ path, isFolder }: Added): readonly Added[] {
  const names = path.split('/');
  return names.map((_, index) => ({
    path: names.slice(0, index + 1).join('/'),
    isFolder: isFolder || index + 1 < names.length,
  }));
}

describe('paths beside each other', () => {
  it('collide with the first that stands in their place on some system', () => {
    const name = fc.constantFrom('a', 'A', 'b', 'ß', 'ss', 'ﬁ', 'fi', '');
    const added = fc.record({
      path: fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/')),
      isFolder: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(added, { maxLength: 12 }), (all) => {
        const check = new CollisionCheck();
        const before: Added[] = [];
        for (const each of all) {
          const expected = collidesWith(each, before);
          expect(each.isFolder ? check.addFolder(each.path) : check.add(each.path)).toBe(expected);
          // what a refused path brought before it was refused is not looked at here
          if (expected !== undefined) return;
          before.push(each);
        }
      }),
      { numRuns: 1000 },
    );
  });
});
