import { BadMessage, LINE_BYTES } from './messages.js';

const NEWLINE = 0x0a;

/** The lines of a stream, as they are asked for: a reader that waits holds the writer back. Throws `BadMessage` for a line that is too long. */
export async function* linesOf(stream: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of stream) {
    const given = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const bytes = rest.length === 0 ? given : Buffer.concat([rest, given]);
    let from = 0;
    for (let end; (end = bytes.indexOf(NEWLINE, from)) >= 0; from = end + 1) {
      if (end - from > LINE_BYTES) throw new BadMessage('a line is too long');
      yield bytes.toString('utf8', from, end);
    }
    rest = bytes.subarray(from);
    if (rest.length > LINE_BYTES) throw new BadMessage('a line is too long');
  }
}
