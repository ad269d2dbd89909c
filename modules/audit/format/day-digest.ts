import { createHash } from 'node:crypto';

/** The previous digest of the first day. */
export const NO_DIGEST = '0'.repeat(64);

export const firstMomentOf = (day: string): string => `${day}T00:00:00.000Z`;
export const lastMomentOf = (day: string): string => `${day}T23:59:59.999Z`;

/**
 * Upper bound, in milliseconds, of the time that a transaction takes to commit and of the difference between the
 * servers' clocks: all older events are visible. A day is closed and gets its digest when it ended this long ago.
 */
export const SETTLED_MS = 3_600_000;

/** The SHA-256 of the previous digest and a day's lines, each preceded by a line break. */
export class DayDigest {
  events = 0;
  private readonly hash = createHash('sha256');

  constructor(readonly previous: string) {
    this.hash.update(previous);
  }

  add(line: string): void {
    this.events += 1;
    this.hash.update(`\n${line}`);
  }

  /** Returns the digest in hex; no line can be added after that. */
  end(): string {
    return this.hash.digest('hex');
  }
}
