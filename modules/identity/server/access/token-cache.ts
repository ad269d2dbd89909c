import { inject, injectable } from 'tsyringe';
import { hostKey, type Caller, type HostInfo } from 'svc-registry/kernel';
import { unitOfWorkKey, type UnitOfWork } from '../../../persistence/contract/db.js';

/** What a look-up of a token has found. */
export interface TokenHolder {
  readonly caller: Caller;
  /** When the token ends; `undefined` for never. */
  readonly endsAt: Date | undefined;
}

interface Entry {
  /** A promise while the look-up runs, then the plain value: awaiting a promise costs more. */
  caller: Caller | Promise<Caller>;
  until: number;
}

/** Rights that were taken away on another server of the same database may last this long here. */
const TIME_TO_LIVE_MS = 5000;

/** Each takes a few hundred bytes. */
const MAX_ENTRIES = 10_000;

/**
 * Keeps the caller that a token belongs to for five seconds. Concurrent calls share one look-up. A failed look-up is not cached.
 */
@injectable()
export class TokenCache {
  private readonly entries = new Map<string, Entry>();
  /** The time of the last request. */
  private latest = 0;

  constructor(
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  /**
   * Called within the unit of work by whatever changes what a token is good for. Look-ups that are running are forgotten, too. All tokens
   * are, because a changed role of a workspace concerns people whom nobody names.
   */
  clearAfterCommit(): void {
    this.unitOfWork.afterCommit(() => {
      this.entries.clear();
    });
  }

  /** Throws what `lookUp` throws. */
  caller(tokenHash: string, lookUp: () => Promise<TokenHolder>): Caller | Promise<Caller> {
    const now = this.host.clock().getTime();
    // the clock was set back, so the age of the entries is unknown
    if (now < this.latest) this.entries.clear();
    this.latest = now;
    const entry = this.entries.get(tokenHash);
    return entry !== undefined && now < entry.until
      ? entry.caller
      : this.load(tokenHash, lookUp, now);
  }

  private load(
    tokenHash: string,
    lookUp: () => Promise<TokenHolder>,
    now: number,
  ): Promise<Caller> {
    const lookingUp = lookUp().then(
      ({ caller, endsAt }) => {
        entry.until = Math.min(entry.until, endsAt?.getTime() ?? entry.until);
        return (entry.caller = caller);
      },
      (error: unknown) => {
        if (this.entries.get(tokenHash) === entry) this.entries.delete(tokenHash);
        throw error;
      },
    );
    const entry: Entry = { caller: lookingUp, until: now + TIME_TO_LIVE_MS };
    this.evict(now);
    this.entries.delete(tokenHash);
    this.entries.set(tokenHash, entry);
    return lookingUp;
  }

  /** Removes expired entries, and the oldest when the cache is full; a map lists the oldest first. */
  private evict(now: number): void {
    for (const [tokenHash, { until }] of this.entries) {
      if (now < until && this.entries.size < MAX_ENTRIES) return;
      this.entries.delete(tokenHash);
    }
  }
}
