import { describe, expect, it } from '@jest/globals';
import { readLine } from './read-line.js';

const line = (text: string) => readLine(Buffer.from(text));
const refusal = (code: number, id: unknown = null) => ({
  refusal: { jsonrpc: '2.0', id, error: { code, message: expect.any(String) } },
});
const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };

describe('a line', () => {
  it.each([
    JSON.stringify(ping),
    `\uFEFF${JSON.stringify(ping)}`,
    `${JSON.stringify(ping)}\r`,
    ` ${JSON.stringify(ping)}\t`,
  ])('is a message: %j', (text) => {
    expect(line(text)).toEqual({ batch: false, read: [{ message: ping }] });
  });

  it.each(['', '\r', ' \t', '\uFEFF'])('says nothing: %j', (text) => {
    expect(line(text)).toEqual({ batch: false, read: [] });
  });

  it.each(['{', 'ping', '{"jsonrpc":"2.0"}\0', '\0', "{'id':1}", 'NaN'])(
    'is no JSON: %j',
    (text) => {
      expect(line(text)).toEqual({ batch: false, read: [refusal(-32700)] });
    },
  );

  it('is not read as UTF-8 where it is none', () => {
    expect(readLine(Buffer.from([0x22, 0xff, 0x22]))).toEqual({
      batch: false,
      read: [refusal(-32700)],
    });
  });

  it.each([
    ['7', null],
    ['null', null],
    ['"ping"', null],
    ['{}', null],
    ['{"id":1,"method":"ping"}', 1],
    ['{"jsonrpc":"1.0","id":"a","method":"ping"}', 'a'],
    ['{"jsonrpc":"2.0","id":null,"method":"ping"}', null],
    ['{"jsonrpc":"2.0","id":1.5,"method":"ping"}', null],
    ['{"jsonrpc":"2.0","id":1,"method":7}', 1],
    ['{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}', 1],
    // an answer to a request of ours: its id is one of ours
    ['{"jsonrpc":"2.0","id":1,"result":7}', null],
  ])('is no message: %s', (text, id) => {
    expect(line(text)).toEqual({ batch: false, read: [refusal(-32600, id)] });
  });

  it('may be a batch, of which each message is read for itself', () => {
    expect(line(JSON.stringify([ping, 7]))).toEqual({
      batch: true,
      read: [{ message: ping }, refusal(-32600)],
    });
    expect(line('[]')).toEqual({ batch: true, read: [] });
  });
});
