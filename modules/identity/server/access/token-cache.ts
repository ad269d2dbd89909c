import { inject, injectable } from 'tsyringe';
import { hostKey, serviceKey, type Caller, type HostInfo } from 'svc-registry/kernel';
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
 * Frequent statements on tables of this module that take no rights away. Every other write to these tables empties the cache: emptying it
 * once too often costs a statement, once too rarely leaves a revoked token working.
 */
const HARMLESS =
  /^\s*(UPDATE "identity_sessions" SET "last_used_at" = \S+ WHERE|\w+ (INTO |FROM )?"?identity_(attempts|device_sign_ins)\b)/;

function changesRights(statement: string): boolean {
  return statement.includes('identity_') && !HARMLESS.test(statement);
}

/**
 * Keeps the caller that a token belongs to for five seconds. Concurrent calls share one look-up. The cache is emptied, running look-ups included,
 * as soon as this server changes a row that an entry may have been read from. A failed look-up is not cached.
 */
@injectable()
export class TokenCache {
  private readonly entries = new Map<string, Entry>();
  /** The time of the last request. */
  private latest = 0;

  constructor(
    @inject(unitOfWorkKey) unitOfWork: UnitOfWork,
    @inject(hostKey) private readonly host: HostInfo,
  ) {
    unitOfWork.watch(changesRights, () => {
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

export const tokenCacheKey = serviceKey<TokenCache>('identity.tokenCache');
