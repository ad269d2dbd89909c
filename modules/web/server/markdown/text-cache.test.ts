import { expect, it } from '@jest/globals';
import { TextCache } from './text-cache.js';

it('keeps what was used last', () => {
  const cache = new TextCache(10);
  cache.set('a', 'xxxx');
  cache.set('b', 'xxxx');
  cache.get('a');
  cache.set('c', 'xxxx');
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual(['xxxx', undefined, 'xxxx']);
});

it('keeps a key once, and nothing that is larger than itself', () => {
  const cache = new TextCache(10);
  cache.set('a', 'x'.repeat(9));
  cache.set('a', 'xy');
  cache.set('b', 'x'.repeat(8));
  expect([cache.get('a'), cache.get('b')]).toEqual(['xy', 'x'.repeat(8)]);
  cache.set('c', 'x'.repeat(11));
  expect(cache.get('c')).toBeUndefined();
});
