/** Bytes that are kept of each end of a line that is too long. */
const KEPT = 1024;
const NEWLINE = 10;
const NOTHING = Buffer.alloc(0);

/** The two ends of a line that was too long. */
export interface LongLine {
  /** Its first bytes. */
  readonly head: Buffer;
  /** Its last bytes. */
  readonly tail: Buffer;
}

export interface LineReaderOptions {
  /** The longest line in bytes, without its line break; at least 1024. */
  readonly limit: number;
  /** The buffer may be reused after this returns. */
  onLine(line: Buffer): void;
  onLongLine(line: LongLine): void;
}

/** Splits bytes into lines. It holds at most twice the limit; of a longer line only both ends are kept. */
export class LineReader {
  #held = NOTHING;
  #length = 0;
  #head: Buffer | undefined;

  constructor(private readonly options: LineReaderOptions) {}

  push(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      this.#line(chunk.subarray(start, end));
      start = end + 1;
    }
    if (start < chunk.length) this.#add(chunk.subarray(start));
  }

  /** Handles the bytes up to a line break. Nearly always they are a whole line, which need not be copied. */
  #line(bytes: Buffer): void {
    if (this.#length === 0 && bytes.length <= this.options.limit) {
      this.options.onLine(bytes);
      return;
    }
    this.#add(bytes);
    this.#end();
  }

  #add(bytes: Buffer): void {
    const length = this.#length + bytes.length;
    if (this.#head === undefined && length <= this.options.limit) {
      this.#makeRoom(length);
      bytes.copy(this.#held, this.#length);
      this.#length = length;
      return;
    }
    const start = Buffer.concat([this.#held.subarray(0, this.#length), bytes.subarray(0, KEPT)]);
    this.#head ??= Buffer.from(start.subarray(0, KEPT));
    this.#held =
      bytes.length < KEPT ? Buffer.from(start.subarray(-KEPT)) : Buffer.from(bytes.subarray(-KEPT));
    this.#length = this.#held.length;
  }

  /** Grows by doubling, so that a line in many small chunks is not copied again for each chunk. */
  #makeRoom(length: number): void {
    if (length <= this.#held.length) return;
    const larger = Buffer.alloc(Math.max(length, 2 * this.#held.length));
    this.#held.copy(larger, 0, 0, this.#length);
    this.#held = larger;
  }

  #end(): void {
    const [line, head] = [this.#held.subarray(0, this.#length), this.#head];
    this.#held = NOTHING;
    this.#length = 0;
    this.#head = undefined;
    if (head === undefined) this.options.onLine(line);
    else this.options.onLongLine({ head, tail: line });
  }
}
