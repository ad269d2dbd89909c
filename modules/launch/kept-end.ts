/** Keeps the end of a stream in a limited amount of memory. */
export class KeptEnd {
  private chunks: Buffer[] = [];
  private size = 0;

  constructor(private readonly most: number) {}

  add(chunk: Buffer): void {
    this.chunks.push(chunk);
    this.size += chunk.length;
    // joined rarely, so that each byte is copied few times
    if (this.size > 2 * this.most) this.#cut();
  }

  /** The end, at most so many bytes of it. A character at its beginning may be cut. */
  text(bytes = this.most): string {
    this.#cut();
    return Buffer.concat(this.chunks).subarray(-bytes).toString('utf8');
  }

  #cut(): void {
    const end = Buffer.from(Buffer.concat(this.chunks).subarray(-this.most));
    this.chunks = [end];
    this.size = end.length;
  }
}
