import { describe, expect, it } from '@jest/globals';
import { Mask } from './masked-text.js';
import { mapTexts } from '../../../../toolbox/storable.js';

const masked = (secrets: readonly string[], text: string): string => new Mask(secrets).text(text);

/** The text in every division into two pieces, and byte by byte. */
function inPieces(secrets: readonly string[], text: string): readonly string[] {
  const bytes = Buffer.from(text);
  const cuts = Array.from({ length: bytes.length + 1 }, (_, at) => [
    bytes.subarray(0, at),
    bytes.subarray(at),
  ]);
  const single = Array.from(bytes, (_, at) => bytes.subarray(at, at + 1));
  return [...cuts, single].map((pieces) => {
    const stream = new Mask(secrets).stream();
    return Buffer.concat([...pieces.map((piece) => stream.add(piece)), stream.end()]).toString();
  });
}

describe('secrets in texts', () => {
  it.each([
    ['one secret', ['swordfish'], 'a swordfish, swordfish', 'a ***, ***'],
    [
      'one that ends with the beginning of another',
      ['abcdefgh', 'efghijkl'],
      'abcdefghijkl',
      '***',
    ],
    ['one that begins another', ['abcdef', 'abcdefghij'], 'abcdefghij abcdef', '*** ***'],
    ['one in another', ['xxabcdefyy', 'abcdef'], 'xxabcdefyz', 'xx***yz'],
    ['one that repeats itself', ['aaaaaa'], `b${'a'.repeat(50)}b`, 'b***b'],
    ['a beginning that comes to nothing', ['aabaab-x'], 'aabaabaab-y', 'aabaabaab-y'],
    ['other alphabets', ['пароль', '秘密の言葉です'], 'пароль 秘密の言葉です é', '*** *** é'],
    ['none', ['swordfish'], 'swordfis sword fish', 'swordfis sword fish'],
    ['words that are too short', ['true', '12345'], 'true 12345', 'true 12345'],
    ['no secrets', [], 'anything', 'anything'],
  ])('are masked in one piece and in several: %s', (...[, secrets, text, expected]) => {
    expect(masked(secrets, text)).toBe(expected);
    expect([...new Set(inPieces(secrets, text))]).toEqual([expected]);
  });

  const odd = `p"ä's/s w+ö&rd\\`;
  it.each([
    ['JSON', JSON.stringify(odd).slice(1, -1)],
    [
      'JSON in ASCII',
      JSON.stringify(odd).slice(1, -1).replace('ä', '\\u00e4').replace('ö', '\\u00f6'),
    ],
    ['an address', encodeURIComponent(odd)],
    ['a form', new URLSearchParams({ x: odd }).toString().slice(2)],
    ['base64', Buffer.from(odd).toString('base64')],
    ['base64 for addresses', Buffer.from(odd).toString('base64url')],
    ['hexadecimal', Buffer.from(odd).toString('hex')],
    ['hexadecimal in capitals', Buffer.from(odd).toString('hex').toUpperCase()],
    ['a shell', odd.replaceAll("'", "'\\''")],
  ])('are masked as %s writes them', (_, text) => {
    expect(masked([odd], `<${text}>`)).toMatch(/^<\*\*\*=*>$/);
  });

  it.each(['u:', 'us:', 'use:'])('are masked in base64 behind %s', (user) => {
    const secret = 'correct horse battery staple';
    const text = masked([secret], Buffer.from(`${user}${secret}\n`).toString('base64'));
    expect(text).toContain('***');
    expect(text.length).toBeLessThan(16);
  });

  it('are masked line by line, and where base64 is broken into lines', () => {
    const lines = Array.from({ length: 9 }, (_, n) => `${n}`.repeat(64));
    const encoded = Buffer.from(lines.join('\n'))
      .toString('base64')
      .match(/.{1,76}/g)!;
    const text = masked([lines.join('\n')], [...lines, ...encoded].join('\n')).replace(/=+$/, '');
    expect(new Set(text.split('\n'))).toEqual(new Set(['***']));
  });

  it('are left out where a text that was cut may have their beginning', () => {
    const mask = new Mask(['swordfish']);
    expect(mask.cutText('a swordfish and a swordfi')).toBe('a *** and a ');
    expect(mask.cutText('a swordfish and a fish')).toBe('a *** and a fish');
  });

  it('are found in UTF-16', () => {
    const mask = new Mask(['swordfish']);
    expect(mask.isIn(Buffer.from('the swordfish', 'utf16le'))).toBe(true);
    expect(mask.isIn(Buffer.from('the sword', 'utf16le'))).toBe(false);
  });

  it('are masked among bytes that are no text', () => {
    const bytes = Buffer.concat([Buffer.from([0xff, 0, 0xc3]), Buffer.from('swordfish!')]);
    expect(new Mask(['swordfish']).bytes(bytes)).toEqual(
      Buffer.concat([Buffer.from([0xff, 0, 0xc3]), Buffer.from('***!')]),
    );
  });
});

const secret = 'sk-ant-api03-Zq8yVx_2mL-9fKc4+T/w7JrD1uHbN5eXoAiPgRsYtQ0zCvBnM3kWl6hGfEdSjU8a';
const base64 = (text: string) => Buffer.from(text).toString('base64');

it.each<[what: string, text: string]>([
  ['as it is', `key=${secret}.`],
  ['in capital hexadecimal', Buffer.from(secret).toString('hex').toUpperCase()],
  ['in a URL', `?key=${encodeURIComponent(secret)}&x`],
  ['in base64 with a line feed', base64(`${secret}\n`)],
  ['in lines of base64', base64(secret).replace(/.{76}/g, '$&\n')],
  ['in short lines of base64', base64(secret).replace(/.{64}/g, '$&\n')],
  ['as a password in base64', `Authorization: Basic ${base64(`user:${secret}`)}`],
  ['as a user in base64', `Authorization: Basic ${base64(`${secret}:x-oauth-basic`)}`],
  ['in base64 for URLs', Buffer.from(`.${secret}.`).toString('base64url')],
])('a long secret is replaced %s, also in pieces', (_what, text) => {
  const [shown = '', ...others] = new Set([masked([secret], text), ...inPieces([secret], text)]);
  expect(others).toEqual([]);
  expect(shown).toContain('***');
  for (const part of [secret.slice(0, 12), base64(secret).slice(6, 20), base64(secret).slice(-12)])
    expect(shown).not.toContain(part);
});

it('replaces what stands in keys and values of objects', () => {
  const mask = new Mask([secret]);
  const given = { [secret]: [{ a: `x${secret}`, b: 1, c: null }] };
  expect(mapTexts(given, (text) => mask.text(text))).toEqual({
    '***': [{ a: 'x***', b: 1, c: null }],
  });
});
