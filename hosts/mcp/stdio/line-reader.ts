const NEWLINE = 10;

export interface LineReaderOptions {
  /** The longest line in bytes, without its line break. */
  readonly limit: number;
  onLine(line: Buffer): void;
  onLongLine(): void;
}

/** Splits bytes into lines. Of a line beyond the limit nothing is kept. */
export class LineReader {
  #parts: Buffer[] = [];
  #length = 0;

  constructor(private readonly options: LineReaderOptions) {}

  push(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      this.#add(chunk.subarray(start, end));
      this.#end();
      start = end + 1;
    }
    this.#add(chunk.subarray(start));
  }

  #add(bytes: Buffer): void {
    this.#length += bytes.length;
    if (this.#length > this.options.limit) this.#parts = [];
    else if (bytes.length > 0) this.#parts.push(bytes);
  }

  #end(): void {
    const [parts, length] = [this.#parts, this.#length];
    this.#parts = [];
    this.#length = 0;
    const [line, ...more] = parts;
    if (length > this.options.limit) this.options.onLongLine();
    // nearly every line comes in one part, which need not be copied
    else this.options.onLine(line !== undefined && more.length === 0 ? line : Buffer.concat(parts));
  }
}
