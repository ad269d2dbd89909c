import { expect, it } from '@jest/globals';
import { TextCache } from './text-cache.js';

/** A cache of ten characters whose texts are so long, and the keys that were made. */
function openCache() {
  const cache = new TextCache(10);
  const made: string[] = [];
  const get = (key: string, length: number): Promise<string> =>
    cache.get(key, () => {
      made.push(key);
      return length === 0
        ? Promise.reject(new Error('failed'))
        : Promise.resolve('x'.repeat(length));
    });
  return { get, made };
}

it('keeps what was used last', async () => {
  const { get, made } = openCache();
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) expect(await get(key, 4)).toBe('xxxx');
  expect(made).toEqual(['a', 'b', 'c', 'b']);
});

it('keeps nothing that is larger than itself', async () => {
  const { get, made } = openCache();
  expect(await get('a', 11)).toHaveLength(11);
  await get('b', 10);
  await get('a', 11);
  expect(made).toEqual(['a', 'b', 'a']);
});

it('makes a text once for all who ask meanwhile', async () => {
  const { get, made } = openCache();
  expect(await Promise.all([get('a', 4), get('b', 4), get('a', 4)])).toHaveLength(3);
  expect(made).toEqual(['a', 'b']);
  await get('a', 4);
  await get('b', 4);
  expect(made).toEqual(['a', 'b']);
});

it('makes again what has failed', async () => {
  const { get, made } = openCache();
  await expect(get('a', 0)).rejects.toThrow('failed');
  expect(await get('a', 4)).toBe('xxxx');
  expect(made).toEqual(['a', 'a']);
});
