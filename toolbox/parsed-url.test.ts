import { expect, it } from '@jest/globals';
import { parsedUrl } from './parsed-url.js';

it('parses an address, also relative to another', () => {
  expect(parsedUrl('https://ex\u00e4mple.com/a b')?.href).toBe('https://xn--exmple-cua.com/a%20b');
  expect(parsedUrl('../b', 'https://x.y/a/')?.href).toBe('https://x.y/b');
  expect(parsedUrl('../b')).toBeUndefined();
  expect(parsedUrl('https://')).toBeUndefined();
});

it('answers the same however often it is asked', () => {
  const refused = Array.from({ length: 20_000 }, () =>
    parsedUrl('https://ex\u00e4mple.com'),
  ).filter((url) => url === undefined);
  expect(refused).toEqual([]);
});
