const MINUTE_MS = 60_000;
const REMEMBERED = 10_000;

/** Refusals recorded within the last minute, so that a caller who repeats a refused call cannot fill the log. */
export class RecentRefusals {
  private readonly until = new Map<string, number>();

  isNew(what: string, now: Date): boolean {
    const ms = now.getTime();
    const until = this.until.get(what) ?? 0;
    // a later end was stored while the clock was ahead
    if (until > ms && until <= ms + MINUTE_MS) return false;
    if (this.until.size >= REMEMBERED) this.until.clear();
    this.until.set(what, ms + MINUTE_MS);
    return true;
  }
}
