import type { Readable } from 'node:stream';

/** Bytes that are kept of each of a hook's outputs. The rest is read, so that the hook can go on, and forgotten. */
export const KEPT_BYTES = 256 * 1024;

/** The beginning of a stream, in memory that does not grow with it. */
export class KeptOutput {
  private readonly chunks: Buffer[] = [];
  private kept = 0;
  private total = 0;

  constructor(stream: Readable) {
    stream.on('data', (chunk: Buffer) => {
      this.keep(chunk);
    });
    // a hook that is killed takes its pipes along
    stream.on('error', () => undefined);
  }

  /** Whether there was more than is kept. */
  get cut(): boolean {
    return this.total > KEPT_BYTES;
  }

  text(): string {
    return Buffer.concat(this.chunks).toString('utf8');
  }

  private keep(chunk: Buffer): void {
    this.total += chunk.length;
    if (this.kept >= KEPT_BYTES) return;
    // a copy: a part of a chunk would hold all of it in memory
    const part = Buffer.from(chunk.subarray(0, KEPT_BYTES - this.kept));
    this.kept += part.length;
    this.chunks.push(part);
  }
}
