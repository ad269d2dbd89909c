import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { LineReader } from './line-reader.js';

const LONG = 'a long line';

/** What a reader makes of these chunks: each line as its text. */
function read(chunks: readonly Buffer[], limit: number): readonly string[] {
  const said: string[] = [];
  const reader = new LineReader({
    limit,
    onLine: (line) => said.push(line.toString('latin1')),
    onLongLine: () => said.push(LONG),
  });
  for (const chunk of chunks) reader.push(chunk);
  return said;
}

/** The same, from the whole text. */
const expected = (text: string, limit: number) =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => (line.length <= limit ? line : LONG));

describe('lines', () => {
  it('are the same however the bytes are cut', () => {
    const piece = fc.oneof(
      fc.constant('\n'),
      fc.string({ unit: 'binary-ascii', maxLength: 20 }),
      fc
        .integer({ min: 1000, max: 5000 })
        .map((length) => 'x'.repeat(length) + 'y'.repeat(length % 7)),
    );
    const cuts = fc.array(fc.integer({ min: 0, max: 3000 }), { maxLength: 30 });
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 20 }),
        cuts,
        fc.constantFrom(1024, 2000, 4000),
        (pieces, sizes, limit) => {
          const text = pieces.join('');
          const bytes = Buffer.from(text, 'latin1');
          const chunks: Buffer[] = [];
          let at = 0;
          for (const size of sizes) chunks.push(bytes.subarray(at, (at += size)));
          chunks.push(bytes.subarray(at));
          expect(read(chunks, limit)).toEqual(expected(text, limit));
        },
      ),
    );
  });

  it('may come byte by byte', () => {
    const bytes = [...Buffer.from('one\r\ntwo\n\nrest')].map((byte) => Buffer.from([byte]));
    expect(read(bytes, 1024)).toEqual(['one\r', 'two', '']);
  });
});
