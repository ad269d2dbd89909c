import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { badCursor, bothPageSides } from '../errors.js';
import {
  decodeCursor,
  encodeCursor,
  keyPage,
  pageOf,
  type KeyPage,
  type PageRequest,
} from './key-page.js';

/** What a database would answer for a page of `keys`. */
function read(page: KeyPage, keys: readonly string[]): string[] {
  const { from, size } = page;
  const sorted = [...keys].sort();
  if (from === undefined) return sorted.slice(0, size + 1);
  if (from.backwards)
    return sorted
      .filter((key) => key < from.key)
      .toReversed()
      .slice(0, size + 1);
  return sorted.filter((key) => key > from.key).slice(0, size + 1);
}

const keys = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,5}$/), { maxLength: 30 });

describe('pages by key', () => {
  it('forwards and backwards show every entry once', () => {
    fc.assert(
      fc.property(keys, fc.integer({ min: 1, max: 7 }), (all, pageSize) => {
        const there: string[] = [];
        const back: string[] = [];
        let cursor: string | null = null;
        let last = keyPage({ pageSize }, 100);
        for (;;) {
          last = keyPage(cursor === null ? { pageSize } : { pageSize, after: cursor }, 100);
          const page = pageOf(last, read(last, all), (key) => key);
          there.push(...page.data);
          if (page.next === null) {
            back.unshift(...page.data);
            cursor = page.prev;
            break;
          }
          cursor = page.next;
        }
        while (cursor !== null) {
          const request = keyPage({ pageSize, before: cursor }, 100);
          const page = pageOf(request, read(request, all), (key) => key);
          back.unshift(...page.data);
          cursor = page.prev;
        }
        expect(there).toEqual([...all].sort());
        expect(back).toEqual(there);
      }),
    );
  });

  it('shows once what is there throughout, in both directions, whatever is added and removed meanwhile', () => {
    const meanwhile = fc.array(
      fc.record({
        added: fc.array(fc.stringMatching(/^[a-z]{1,3}$/)),
        removed: fc.array(fc.nat(), { maxLength: 3 }),
      }),
    );
    fc.assert(
      fc.property(
        fc.record({
          first: keys,
          pageSize: fc.integer({ min: 1, max: 7 }),
          changes: meanwhile,
          backwards: fc.boolean(),
        }),
        (walk) => {
          const { first, pageSize, changes, backwards } = walk;
          let all = new Set(first);
          const throughout = new Set(first);
          const seen: string[] = [];
          // behind every key, to walk back from there
          let request: PageRequest | null = backwards ? { before: encodeCursor('~') } : {};
          for (let at = 0; request !== null; at += 1) {
            const asked = keyPage({ pageSize, ...request }, 100);
            const { data, next, prev } = pageOf(asked, read(asked, [...all]), (key) => key);
            if (backwards) seen.unshift(...data);
            else seen.push(...data);
            const cursor: string | null = backwards ? prev : next;
            request = cursor === null ? null : backwards ? { before: cursor } : { after: cursor };
            const { added = [], removed = [] } = changes[at] ?? {};
            const gone = new Set(removed.map((index) => [...all][index % all.size]));
            for (const key of gone) throughout.delete(key ?? '');
            all = new Set([...all].filter((key) => !gone.has(key)).concat(added));
          }
          expect(seen).toEqual([...new Set(seen)].sort());
          expect(seen.filter((key) => throughout.has(key))).toEqual([...throughout].sort());
        },
      ),
    );
  });

  it('never exceeds the largest size', () => {
    expect(keyPage({ pageSize: 50 }, 20).size).toBe(20);
    expect(keyPage({}, 20).size).toBe(20);
  });

  it('takes any key as a cursor', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1 }).filter((key) => !key.includes('\0')),
        (key) => {
          expect(decodeCursor(encodeCursor(key))).toBe(key);
        },
      ),
    );
  });

  it('refuses a cursor it has not made', () => {
    for (const cursor of ['', '%', 'AA', 'a b', '////']) {
      expect(() => decodeCursor(cursor)).toThrow(
        expect.objectContaining({ code: badCursor.spec.code }),
      );
    }
  });

  it('refuses both sides at once', () => {
    expect(() => keyPage({ after: 'YQ', before: 'Yg' }, 20)).toThrow(
      expect.objectContaining({ code: bothPageSides.spec.code }),
    );
  });
});
