/** What archives hold, and the limits within which they are unpacked. */

/** A file in an archive. */
export interface Entry {
  readonly path: string;
  readonly mode: number;
  readonly bytes: Buffer;
  /** Where a link points; then there are no bytes. */
  readonly link?: string;
}

/** All that could be unpacked, and what could not. */
export interface Unpacked {
  readonly entries: readonly Entry[];
  readonly unread: readonly Unread[];
}

export interface Unread {
  /** `''` for the archive itself. */
  readonly path: string;
  readonly reason: string;
  /** Whether a small archive became very large. */
  readonly bomb?: boolean;
}

const MOST_BYTES = 64 * 1024 * 1024;
const MOST_ENTRIES = 10_000;

/** What all archives of a bundle may become together. */
export class Budget {
  #bytes = MOST_BYTES;
  #entries = MOST_ENTRIES;

  /** Bytes that may still be unpacked. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Counts an entry; false when there are too many. */
  admits(size: number): boolean {
    if (size > this.#bytes || this.#entries === 0) return false;
    this.#bytes -= size;
    this.#entries -= 1;
    return true;
  }
}

export const TOO_LARGE = `the archives of the bundle hold more than ${MOST_BYTES / 1024 / 1024} MiB or ${MOST_ENTRIES} files when unpacked`;
export const DAMAGED = 'the archive is damaged';

/** Whether an unpacker of zlib stopped because of its limit. */
export const isTooLarge = (error: unknown): boolean =>
  (error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE';

/** From how many times its packed size on something counts as a bomb. */
const BOMB_RATIO = 100;

export const isBomb = (packed: number, unpacked: number): boolean => unpacked > packed * BOMB_RATIO;
