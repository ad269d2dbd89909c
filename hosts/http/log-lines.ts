import { write, writeSync } from 'node:fs';
import pino from 'pino';

/** Bytes from which on lines are written immediately. */
const BATCH = 4096;
/** Milliseconds that fewer of them wait. */
const PAUSE = 250;
/** From this level of pino's on a line is written immediately, with those before it: what comes next may be the end of the process. */
const URGENT = pino.levels.values['error'] ?? 50;
/** Milliseconds that the end of the process waits for a slow reader, and how long it pauses between two looks. */
const FLUSH_TIME_LIMIT = 2_000;
const LOOK_AGAIN = 10;
/** Bytes that may wait for a reader that does not read. */
const MOST_WAITING = 1024 * 1024;

const newline = '\n'.charCodeAt(0);
const linesIn = (bytes: Buffer): number =>
  bytes.reduce((count, byte) => count + (byte === newline ? 1 : 0), 0);
const mayWorkLater = (error: NodeJS.ErrnoException): boolean =>
  error.code === 'EAGAIN' || error.code === 'EBUSY';

/**
 * Log lines on their way to a file or a pipe, in batches. What cannot be written is dropped and counted: pino's own
 * destination tries for ever when a disk is full, and a process that ends then never ends.
 */
export class LogLines {
  /** Called with the number of dropped lines, as soon as lines can be written again. */
  dropped: (lines: number) => void = () => undefined;
  /** Asks pino for the level of each line. */
  readonly [pino.symbols.needsMetadataGsym] = true;
  /** Set by pino before it hands a line over. */
  lastLevel = 0;
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
    if (this.#size >= BATCH || this.lastLevel >= URGENT) this.#send();
    else this.#sendLater();
  }

  /** Writes what waits: for the end of the process. A reader that does not read keeps it for two seconds at most. */
  flushSync(): void {
    const end = performance.now() + FLUSH_TIME_LIMIT;
    let batch = this.#take();
    while (batch.length > 0) {
      try {
        batch = batch.subarray(writeSync(this.fd, batch));
      } catch (error) {
        // there is nowhere left to report it
        if (!mayWorkLater(error as NodeJS.ErrnoException) || performance.now() > end) return;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_AGAIN);
      }
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
