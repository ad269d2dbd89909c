import type { Readable } from 'node:stream';

/** Bytes that are kept of each output of a hook. The rest is read, so that the hook is not blocked, and discarded. */
export const KEPT_BYTES = 256 * 1024;

/** Keeps the beginning of a stream in a limited amount of memory. */
export class KeptOutput {
  private readonly chunks: Buffer[] = [];
  private kept = 0;
  private total = 0;

  constructor(stream: Readable) {
    stream.on('data', (chunk: Buffer) => {
      this.keep(chunk);
    });
    // killing a hook breaks its pipes
    stream.on('error', () => undefined);
  }

  /** Whether the stream was longer than the part that is kept. */
  get cut(): boolean {
    return this.total > KEPT_BYTES;
  }

  text(): string {
    return Buffer.concat(this.chunks).toString('utf8');
  }

  private keep(chunk: Buffer): void {
    this.total += chunk.length;
    if (this.kept >= KEPT_BYTES) return;
    // copied, because a slice would keep the whole chunk in memory
    const part = Buffer.from(chunk.subarray(0, KEPT_BYTES - this.kept));
    this.kept += part.length;
    this.chunks.push(part);
  }
}
