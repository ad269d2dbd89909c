import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { linesOf } from './lines.js';
import { BadMessage, LINE_BYTES, parseMessage } from './messages.js';

const base64 = (text: string): string => Buffer.from(text).toString('base64');

describe('parseMessage', () => {
  it.each([
    [{ type: 'ready', port: 3128 }],
    [{ type: 'exit', id: 1, code: 0, signal: null }],
    [{ type: 'exit', id: 1, code: null, signal: 'SIGKILL' }],
    [{ type: 'done', id: 2 }],
    [{ type: 'refused', id: 2, why: 'absent', code: 'ENOENT' }],
  ])('reads %j', (message) => {
    expect(parseMessage(JSON.stringify(message))).toEqual(message);
  });

  it('decodes pieces of output', () => {
    const data = base64('hello');
    expect(
      parseMessage(JSON.stringify({ type: 'output', id: 1, stream: 'stderr', data })),
    ).toMatchObject({ type: 'output', stream: 'stderr', data: Buffer.from('hello') });
  });

  it.each([
    ['', 'nothing'],
    ['null', 'no object'],
    ['[]', 'a list'],
    ['"ready"', 'a text'],
    ['{"type":"ready"}', 'a field too few'],
    ['{"type":"ready","port":1,"more":1}', 'a field too many'],
    ['{"type":"ready","port":"1"}', 'a number as text'],
    ['{"type":"ready","port":65536}', 'a port that is none'],
    ['{"type":"constructor","id":1}', 'a type from the prototype'],
    ['{"type":"done","__proto__":1}', 'a field from the prototype'],
    ['{"type":"done","id":-1}', 'an id below zero'],
    ['{"type":"done","id":1.5}', 'half an id'],
    ['{"type":"done","id":1e300}', 'an id that is too large'],
    ['{"type":"exit","id":1,"code":256,"signal":null}', 'a code that is too large'],
    ['{"type":"exit","id":1,"code":null,"signal":"SIGKILL\\n"}', 'a signal with a line'],
    ['{"type":"output","id":1,"stream":"toString","data":""}', 'another stream'],
    ['{"type":"output","id":1,"stream":"stdout","data":"%%%%"}', 'no base64'],
    ['{"type":"refused","id":1,"why":"because","code":""}', 'another reason'],
    ['{"type":"refused","id":1,"why":"other","code":"<script>"}', 'a code that is text'],
  ])('refuses %s: %s', (line) => {
    expect(() => parseMessage(line)).toThrow(BadMessage);
  });

  it('refuses a piece of more than 64 KiB', () => {
    const piece = (bytes: number): string =>
      JSON.stringify({ type: 'piece', id: 1, data: base64('x'.repeat(bytes)) });
    expect(parseMessage(piece(65_536))).toMatchObject({ type: 'piece' });
    expect(() => parseMessage(piece(65_537))).toThrow(BadMessage);
  });

  it('reads any text as a message of a known form, or refuses it', () => {
    const almost = fc.record(
      {
        type: fc.constantFrom('ready', 'output', 'exit', 'piece', 'done', 'refused', 'x'),
        id: fc.oneof(fc.nat(), fc.jsonValue()),
        code: fc.oneof(fc.nat(300), fc.constant(null), fc.string()),
        signal: fc.oneof(fc.constantFrom(null, 'SIGTERM'), fc.jsonValue()),
        data: fc.oneof(fc.base64String(), fc.string()),
        port: fc.oneof(fc.nat(), fc.jsonValue()),
      },
      { requiredKeys: ['type'] },
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          almost.map((x) => JSON.stringify(x)),
        ),
        (line) => {
          try {
            const message = parseMessage(line);
            expect(Object.getPrototypeOf(message)).toBe(Object.prototype);
            if ('id' in message) expect(Number.isSafeInteger(message.id)).toBe(true);
          } catch (error) {
            expect(error).toBeInstanceOf(BadMessage);
          }
        },
      ),
      { numRuns: 2000 },
    );
  });
});

async function* stream(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield await Promise.resolve(chunk);
}

async function allOf(chunks: readonly Uint8Array[]): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of linesOf(stream(chunks))) lines.push(line);
  return lines;
}

describe('linesOf', () => {
  it('finds the same lines however the bytes are cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\n', ' '))),
        fc.array(fc.nat(20)),
        async (lines, cuts) => {
          let rest = Buffer.from(lines.map((line) => `${line}\n`).join(''));
          const chunks: Buffer[] = [];
          for (const cut of cuts) {
            chunks.push(rest.subarray(0, cut));
            rest = rest.subarray(cut);
          }
          expect(await allOf([...chunks, rest])).toEqual(lines);
        },
      ),
    );
  });

  it('refuses a line that is too long, ended or not', async () => {
    const long = Buffer.alloc(LINE_BYTES + 1, 'x');
    await expect(allOf([long])).rejects.toThrow(BadMessage);
    await expect(allOf([long, Buffer.from('\n')])).rejects.toThrow(BadMessage);
    expect(await allOf([long.subarray(1), Buffer.from('\n')])).toHaveLength(1);
  });
});
