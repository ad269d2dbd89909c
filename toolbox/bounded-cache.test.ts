import { expect, it } from '@jest/globals';
import { BoundedCache } from './bounded-cache.js';

const HOUR = 3_600_000;

it('keeps values, null among them, and forgets the oldest when they become too large', () => {
  const cache = new BoundedCache<string | null>({ size: 10, ms: HOUR });
  cache.set('a', 'A', 4);
  cache.set('b', null, 4);
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual(['A', null, undefined]);
  cache.set('c', 'C', 4);
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([undefined, null, 'C']);
});

it('counts a value that is replaced once, and as new', () => {
  const cache = new BoundedCache<string>({ size: 2, ms: HOUR });
  cache.set('a', 'A');
  cache.set('b', 'B');
  cache.set('a', 'A2');
  cache.set('c', 'C');
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual(['A2', undefined, 'C']);
});

it('keeps nothing that is larger than all may be, nor beyond its time', () => {
  const cache = new BoundedCache<string>({ size: 2, ms: HOUR });
  cache.set('a', 'A', 3);
  expect(cache.get('a')).toBeUndefined();
  const brief = new BoundedCache<string>({ size: 2, ms: 0 });
  brief.set('a', 'A');
  expect(brief.get('a')).toBeUndefined();
});
