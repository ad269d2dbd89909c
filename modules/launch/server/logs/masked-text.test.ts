import { expect, it } from '@jest/globals';
import { withTexts } from '../storable.js';
import { Mask, MaskedStream } from './masked-text.js';

const secret = 'sk-ant-api03-Zq8yVx_2mL-9fKc4+T/w7JrD1uHbN5eXoAiPgRsYtQ0zCvBnM3kWl6hGfEdSjU8a';
const mask = new Mask([secret]);

/** What is shown of a text that comes in pieces of a length. */
function streamed(given: Mask, text: string, length: number): string {
  const stream = new MaskedStream(given);
  let shown = '';
  for (let at = 0; at < text.length; at += length) shown += stream.add(text.slice(at, at + length));
  return shown + stream.end();
}

const base64 = (text: string) => Buffer.from(text).toString('base64');

it.each<[what: string, text: string]>([
  ['as it is', `key=${secret}.`],
  ['in hexadecimal', Buffer.from(secret).toString('hex')],
  ['in capital hexadecimal', Buffer.from(secret).toString('hex').toUpperCase()],
  ['in a URL', `?key=${encodeURIComponent(secret)}&x`],
  ['in base64', base64(secret)],
  ['in base64 with a line feed', base64(`${secret}\n`)],
  ['in lines of base64', base64(secret).replace(/.{76}/g, '$&\n')],
  ['in short lines of base64', base64(secret).replace(/.{64}/g, '$&\n')],
  ['as a password in base64', `Authorization: Basic ${base64(`user:${secret}`)}`],
  ['as a user in base64', `Authorization: Basic ${base64(`${secret}:x-oauth-basic`)}`],
  ['in base64 for URLs', Buffer.from(`.${secret}.`).toString('base64url')],
])('a secret is replaced %s, also in pieces', (_what, text) => {
  const shown = mask.text(text);
  expect(shown).toContain('***');
  for (const part of [secret.slice(0, 12), base64(secret).slice(6, 20), base64(secret).slice(-12)])
    expect(shown).not.toContain(part);
  for (const length of [1, 7, 50]) expect(streamed(mask, text, length)).toBe(shown);
  expect(mask.bytes(Buffer.from(text)).toString()).toBe(shown);
});

it('nothing is left of a secret that begins with another one, wherever the pieces end', () => {
  const both = new Mask(['abcdefgh', 'abcdefghIJKLMNOP', '12345abc']);
  const text = '<abcdefghIJKLMNOP> <abcdefgh> <12345abc> 12345';
  for (let length = 1; length < text.length; length += 1)
    expect(streamed(both, text, length)).toBe('<***> <***> <***> 12345');
});

it('words that are shorter than any secret stay', () => {
  const short = new Mask(['true', 'info']);
  expect(short.text('true info')).toBe('true info');
  expect(streamed(short, 'true info', 2)).toBe('true info');
});

it('replaces what stands in keys and values of objects', () => {
  const value = { [secret]: [{ a: `x${secret}`, b: 1, c: null }] };
  expect(withTexts(value, (text) => mask.text(text))).toEqual({
    '***': [{ a: 'x***', b: 1, c: null }],
  });
});
