import { write, writeSync } from 'node:fs';

/** Bytes from which on lines are written immediately. */
const BATCH = 4096;
/** Milliseconds that fewer of them wait. */
const PAUSE = 250;
/** Bytes that may wait for a reader that does not read. */
const MOST_WAITING = 1024 * 1024;

const newline = '\n'.charCodeAt(0);
const linesIn = (bytes: Buffer): number => bytes.reduce((count, byte) => count + (byte === newline ? 1 : 0), 0);
const mayWorkLater = (error: NodeJS.ErrnoException): boolean => error.code === 'EAGAIN' || error.code === 'EBUSY';

/**
 * Log lines on their way to a file or a pipe, in batches. What cannot be written is dropped and counted: pino's own
 * destination tries for ever when a disk is full, and a process that ends then never ends.
 */
export class LogLines {
  /** Told how many lines were dropped, as soon as lines can be written again. */
  dropped: (lines: number) => void = () => undefined;
  #waiting: Buffer[] = [];
  #size = 0;
  #lost = 0;
  /** The last line was written in part. */
  #torn = false;
  #writing = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly fd: number) {}

  write(line: string): void {
    const bytes = Buffer.from(line);
    if (this.#size + bytes.length > MOST_WAITING) {
      this.#lost += 1;
      return;
    }
    this.#waiting.push(bytes);
    this.#size += bytes.length;
    if (this.#size >= BATCH) this.#send();
    else this.#sendLater();
  }

  /** Writes what waits, without waiting for anything else: for the end of the process. */
  flushSync(): void {
    let batch = this.#take();
    try {
      while (batch.length > 0) batch = batch.subarray(writeSync(this.fd, batch));
    } catch {
      // there is nowhere left to report it
    }
  }

  #sendLater(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#send();
    }, PAUSE).unref();
  }

  #send(): void {
    if (this.#writing || this.#size === 0) return;
    this.#writing = true;
    this.#put(this.#take());
  }

  #put(batch: Buffer, begun = false): void {
    write(this.fd, batch, 0, batch.length, null, (error, written) => {
      if (error === null && written < batch.length) {
        this.#put(batch.subarray(written), true);
        return;
      }
      this.#writing = false;
      if (error === null) this.#arrived();
      else if (mayWorkLater(error)) this.#putBack(batch);
      else this.#drop(batch, begun);
      if (this.#size > 0) this.#sendLater();
    });
  }

  #arrived(): void {
    const lines = this.#lost;
    this.#lost = 0;
    if (lines > 0) this.dropped(lines);
  }

  #drop(batch: Buffer, begun: boolean): void {
    this.#lost += linesIn(batch);
    this.#torn = begun;
  }

  #putBack(rest: Buffer): void {
    this.#waiting.unshift(rest);
    this.#size += rest.length;
  }

  /** Everything that waits; on a line of its own where the last one broke off. */
  #take(): Buffer {
    const batch = Buffer.concat(this.#torn ? [Buffer.from('\n'), ...this.#waiting] : this.#waiting);
    this.#torn = false;
    this.#waiting = [];
    this.#size = 0;
    return batch;
  }
}
