import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readLine, refuseLongLine } from './read-line.js';

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

describe('a line that is too long', () => {
  const idOf = (text: string) => {
    const bytes = Buffer.from(text);
    return refuseLongLine({ head: bytes.subarray(0, 1024), tail: bytes.subarray(-1024) }, 10).id;
  };

  it('is refused with its limit', () => {
    expect(refuseLongLine({ head: Buffer.from('x'), tail: Buffer.from('x') }, 10)).toEqual({
      jsonrpc: '2.0',
      id: null,
      error: { code: -32600, message: 'Invalid request: a message has at most 10 bytes.' },
    });
  });

  it('is answered under its own id and no other, wherever the id stands', () => {
    const id = fc.oneof(fc.integer(), fc.string({ unit: fc.constantFrom('a', '-', '7') }));
    const key = fc.constantFrom('id', 'method', 'x', '"id":1}', '\\', '"');
    const text = fc.oneof(key, fc.constant('"id":5'), fc.constant('\\"id":5}'), fc.string());
    const params = fc.dictionary(
      key,
      fc.oneof(text, fc.integer(), fc.dictionary(key, fc.oneof(text, fc.integer()))),
    );
    fc.assert(
      fc.property(id, params, (given, some) => {
        const [jsonrpc, method] = ['2.0', 'tools/call'];
        const long = { ...some, filling: 'x'.repeat(3000) };
        expect(idOf(JSON.stringify({ jsonrpc, id: given, method, params: long }))).toBe(given);
        expect(idOf(JSON.stringify({ method, params: long, jsonrpc, id: given }))).toBe(given);
        expect(idOf(JSON.stringify({ method, params: long, jsonrpc }))).toBe(null);
        expect(idOf(JSON.stringify({ jsonrpc, method, params: long }))).toBe(null);
        expect(idOf(JSON.stringify({ jsonrpc, id: given, result: long }))).toBe(null);
        expect(idOf(JSON.stringify({ result: long, jsonrpc, id: given }))).toBe(null);
      }),
    );
  });

  it.each(['\v', '\f', '\u00a0', '\u2028', '\ufeff'])(
    'is refused when %j stands where JSON has space',
    (odd) => {
      const filling = `"params":{"x":"${'x'.repeat(3000)}"}`;
      expect(idOf(`{${odd}"jsonrpc":"2.0","id":1,"method":"ping",${filling}}`)).toBe(null);
      expect(idOf(`{"method":"ping",${filling},"id":${odd}1}`)).toBe(null);
    },
  );

  it('may begin with a byte order mark', () => {
    expect(
      idOf(
        `\ufeff {"jsonrpc":"2.0", "id": 1 ,\t"method":"ping","params":{"x":"${'x'.repeat(3000)}"}}`,
      ),
    ).toBe(1);
  });
});
