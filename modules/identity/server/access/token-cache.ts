import { inject, injectable } from 'tsyringe';
import { hostKey, type Caller, type HostInfo } from 'svc-registry/kernel';
import { unitOfWorkKey, type UnitOfWork } from '../../../persistence/contract/db.js';
import { hashToken } from '../token.js';

/** The result of looking up a token. */
export interface TokenHolder {
  readonly caller: Caller;
  /** When the token expires; `undefined` for never. */
  readonly endsAt: Date | undefined;
}

interface Entry {
  /** A promise while the look-up runs, then the plain value: awaiting a promise costs more. */
  caller: Caller | Promise<Caller>;
  until: number;
}

/** A right revoked on another server of the same database may remain effective here for this long. */
const TIME_TO_LIVE_MS = 5000;

/** Each entry takes a few hundred bytes. */
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
   * Called in the unit of work of every change that affects what a token grants. It also discards look-ups in progress.
   * It clears all tokens, because a workspace's default role affects users who are not listed anywhere.
   */
  clearAfterCommit(): void {
    this.unitOfWork.afterCommit(() => {
      this.entries.clear();
    });
  }

  /** Throws what `lookUp` throws. */
  caller(token: string, lookUp: () => Promise<TokenHolder>): Caller | Promise<Caller> {
    const tokenHash = hashToken(token);
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

  /** Removes expired entries, and the oldest one when the cache is full; a map iterates in insertion order. */
  private evict(now: number): void {
    for (const [tokenHash, { until }] of this.entries) {
      if (now < until && this.entries.size < MAX_ENTRIES) return;
      this.entries.delete(tokenHash);
    }
  }
}
