import { describe, expect, it } from '@jest/globals';
import { isOwnRequest, readForm } from './form.js';

const OWN = 'https://svc.example.com';
const FORM = 'application/x-www-form-urlencoded';

const request = (
  headers: Readonly<Record<string, string>>,
  body: string | Uint8Array = 'a=1',
): Request =>
  new Request(`${OWN}/sign-in`, {
    method: 'POST',
    body,
    headers: { 'Content-Type': FORM, ...headers },
  });

describe('a request of our own pages', () => {
  it.each([
    [{ Origin: OWN }],
    [{ Origin: OWN, 'Sec-Fetch-Site': 'same-origin' }],
    [{ 'Sec-Fetch-Site': 'same-origin' }],
  ])('%j is one', (headers: Record<string, string>) => {
    expect(isOwnRequest(request(headers))).toBe(true);
  });

  it.each([
    [{}],
    [{ Origin: 'null' }],
    [{ Origin: 'null', 'Sec-Fetch-Site': 'same-origin' }],
    [{ Origin: '' }],
    [{ Origin: 'https://evil.example' }],
    [{ Origin: 'https://evil.svc.example.com' }],
    [{ Origin: 'https://example.com' }],
    [{ Origin: 'http://svc.example.com' }],
    [{ Origin: 'https://svc.example.com:8443' }],
    [{ Origin: 'https://svc.example.com.evil.example' }],
    [{ Origin: 'https://SVC.example.com' }],
    [{ Origin: `${OWN}, ${OWN}` }],
    [{ Origin: `${OWN}/` }],
    [{ Origin: OWN, 'Sec-Fetch-Site': 'cross-site' }],
    [{ Origin: OWN, 'Sec-Fetch-Site': 'same-site' }],
    [{ Origin: OWN, 'Sec-Fetch-Site': 'none' }],
    [{ 'Sec-Fetch-Site': 'none' }],
    [{ 'Sec-Fetch-Site': 'cross-site' }],
  ])('%j is none', async (headers: Record<string, string>) => {
    expect(isOwnRequest(request(headers))).toBe(false);
    await expect(readForm(request(headers))).rejects.toMatchObject({
      code: 'foreign_form',
      status: 403,
    });
  });
});

describe('a form', () => {
  it('is read as it was entered', async () => {
    const form = await readForm(
      request(
        { Origin: OWN, 'Content-Type': `${FORM};charset=UTF-8` },
        'name=J%C3%BCrgen+S&empty=',
      ),
    );
    expect([...form]).toEqual([
      ['name', 'Jürgen S'],
      ['empty', ''],
    ]);
  });

  it.each([
    'text/plain',
    'application/json',
    'multipart/form-data; boundary=x',
    `${FORM}x`,
    `${FORM}; charset=utf-7`,
    `text/plain; x=${FORM}`,
    '',
  ])('is refused as %j', async (type) => {
    await expect(readForm(request({ Origin: OWN, 'Content-Type': type }))).rejects.toMatchObject({
      code: 'not_a_form',
      status: 415,
    });
  });

  it.each([['a=%00'], ['%00=a'], ['a=%C3'], [new Uint8Array([0x61, 0x3d, 0xff])]])(
    '%j is no text',
    async (body) => {
      await expect(readForm(request({ Origin: OWN }, body))).rejects.toMatchObject({
        code: 'not_a_form',
      });
    },
  );
});
