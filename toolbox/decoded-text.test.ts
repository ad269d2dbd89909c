import { expect, it } from '@jest/globals';
import { decodeText } from './decoded-text.js';

it.each([
  ['plain', Buffer.from('größer'), 'größer'],
  ['with a byte order mark', Buffer.from('\uFEFFa'), 'a'],
  ['nothing', Buffer.alloc(0), ''],
  ['other bytes', Buffer.from([0x61, 0xff]), undefined],
  ['a character that is cut off', Buffer.from('ü').subarray(0, 1), undefined],
])('%s', (_name, bytes, text) => {
  expect(decodeText(bytes)).toBe(text);
});
