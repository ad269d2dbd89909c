import { createHash } from 'node:crypto';

/** What the first day's digest is chained to. */
export const NO_DIGEST = '0'.repeat(64);

/**
 * What a transaction may take to be committed, and the clocks of servers may be apart, in milliseconds: what is older than this is all there.
 * A day is closed, and gets its digest, when it has been over for so long.
 */
export const SETTLED_MS = 3_600_000;

/** The SHA-256 of the digest before and of a day's lines, each after a line break. */
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

  /** Hexadecimal; ends the adding. */
  end(): string {
    return this.hash.digest('hex');
  }
}
