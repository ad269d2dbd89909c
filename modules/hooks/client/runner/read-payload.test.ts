import { PassThrough, Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { readPayload } from './read-payload.js';

const none = { payload: undefined, problem: undefined };

describe('what is piped in', () => {
  it('is read to its end, also in pieces within a character', async () => {
    const bytes = Buffer.from('{"prompt":"grüße"}');
    const pieces = Readable.from([...bytes].map((byte) => Buffer.from([byte])));
    expect(await readPayload(pieces)).toEqual({ payload: { prompt: 'grüße' }, problem: undefined });
  });

  it('may begin with a byte order mark', async () => {
    expect(await readPayload(Readable.from([Buffer.from('\uFEFF{"prompt":"hi"}')]))).toEqual({
      payload: { prompt: 'hi' },
      problem: undefined,
    });
  });

  it('may be nothing', async () => {
    for (const stdin of [undefined, Readable.from([]), Readable.from([Buffer.from(' \n')])])
      expect(await readPayload(stdin)).toEqual(none);
  });

  it.each(['nonsense', '{"a":', '[1]', '"text"', 'null'])(
    'is reported when it is not a document: %s',
    async (text) => {
      const { payload, problem } = await readPayload(Readable.from([Buffer.from(text)]));
      expect(payload).toBeUndefined();
      expect(problem).toMatch(/not a JSON document/);
    },
  );

  it('need not end once a whole document is there', async () => {
    const stdin = new PassThrough();
    stdin.write('{"prompt":');
    setTimeout(() => stdin.write('"hi"}'), 20);
    expect(await readPayload(stdin)).toEqual({ payload: { prompt: 'hi' }, problem: undefined });
  });

  it('is not waited for without end', async () => {
    expect(await readPayload(new PassThrough())).toEqual(none);
  });
});
