import { expect, it } from '@jest/globals';
import { sizeText, webAddress } from './texts.js';

it.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1000, '1.0 KB'],
  [9960, '10 KB'],
  [999_600, '1.0 MB'],
  [3_400_000, '3.4 MB'],
  [128_000_000_000_000, '128000 GB'],
])('%d bytes are %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});

it('only web addresses become links', () => {
  expect(webAddress('https://example.com/a b')).toBe('https://example.com/a%20b');
  for (const text of ['javascript:alert(1)', 'acme/tools', 'data:text/html,x', '//example.com', ''])
    expect(webAddress(text)).toBeUndefined();
});
