import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import type * as Library from 'rate-limiter-flexible';
import { hostKey, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { latestEnd } from '../../../persistence/contract/db.js';
import { postgresPoolKey } from '../../../persistence/contract/db/postgres-pool.js';
import type { Policy } from './policies.js';

const require = createRequire(import.meta.url);

/** Loads one file of the library, because loading all of it takes longer than the rest of the server's start. */
const classOf = <N extends 'RateLimiterMemory' | 'RateLimiterPostgres'>(
  name: N,
): (typeof Library)[N] => require(`rate-limiter-flexible/lib/${name}.js`) as (typeof Library)[N];

/** The count of a subject after one more call. */
export interface Count {
  readonly policy: Policy;
  readonly refused: boolean;
  readonly remaining: number;
  /** Seconds until the next window. */
  readonly reset: number;
}

export const COUNTS_TABLE = 'traffic_counts';

/** Maximum number of subjects per limit when counts are in memory. */
export const MOST_IN_MEMORY = 50_000;

type Limiter = Pick<Library.RateLimiterAbstract, 'consume' | 'get' | 'delete'>;

/** Beyond that number it drops the oldest subject, so that clients with many addresses cannot fill the memory. */
function limiterInMemory(options: Library.IRateLimiterOptions): Limiter {
  const limiter = new (classOf('RateLimiterMemory'))(options);
  const known = new Set<string>();
  return {
    consume: async (subject: string, units: number) => {
      const [longest = ''] = known.add(subject);
      if (known.size > MOST_IN_MEMORY && known.delete(longest)) await limiter.delete(longest);
      return limiter.consume(subject, units);
    },
    get: (subject: string) => limiter.get(subject),
    delete: (subject: string) => limiter.delete(subject),
  };
}

/** Counts across all servers of a PostgreSQL database, with one statement per count; in memory where only one process uses the database. */
@injectable()
export class Counters {
  private readonly limiters = new Map<string, Limiter>();

  constructor(
    @inject(postgresPoolKey) private readonly pool: object | undefined,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  /** Counts one call or the given units. Returns `undefined` when the counts are unavailable. */
  async count(policy: Policy, subject: string, units = 1): Promise<Count | undefined> {
    try {
      const [limiter, key] = [this.limiter(policy), hashOf(subject)];
      const result = await consume(limiter, key, units);
      if (!isFromAhead(result, policy)) return countOf(policy, result);
      await limiter.delete(key);
      return countOf(policy, await consume(limiter, key, units));
    } catch (thrown) {
      this.host.log.warn({ err: thrown, policy: policy.name }, 'a call could not be counted');
      return undefined;
    }
  }

  /** The count of the subject without another call; `undefined` when there is none, or the counts are unavailable. */
  async peek(policy: Policy, subject: string): Promise<Count | undefined> {
    const found = await this.limiter(policy)
      .get(hashOf(subject))
      .catch(() => null);
    if (found === null || found.msBeforeNext <= 0) return undefined;
    const { remainingPoints, msBeforeNext } = found;
    const result = { refused: remainingPoints <= 0, remainingPoints, msBeforeNext };
    return isFromAhead(result, policy) ? undefined : countOf(policy, result);
  }

  private limiter(policy: Policy): Limiter {
    const known = this.limiters.get(policy.name) ?? this.newLimiter(policy);
    this.limiters.set(policy.name, known);
    return known;
  }

  private newLimiter({ name, quota, seconds: duration }: Policy): Limiter {
    const options = { keyPrefix: name, points: quota, duration };
    if (this.pool === undefined) return limiterInMemory(options);
    return new (classOf('RateLimiterPostgres'))({
      ...options,
      // a subject that exceeds its quota is refused without a further statement
      inMemoryBlockOnConsumed: quota,
      storeClient: this.pool,
      storeType: 'pool',
      tableName: COUNTS_TABLE,
      tableCreated: true,
      clearExpiredByTimeout: false,
    });
  }
}

/** Hashed, so that neither addresses nor ids of users are stored. */
const hashOf = (subject: string): string =>
  createHash('sha256').update(subject).digest('base64url');

interface Result {
  readonly refused: boolean;
  readonly remainingPoints: number;
  readonly msBeforeNext: number;
}

/** The library throws a result to refuse a call, and an error when its store fails. */
async function consume(limiter: Limiter, subject: string, units: number): Promise<Result> {
  try {
    const { remainingPoints, msBeforeNext } = await limiter.consume(subject, units);
    return { refused: false, remainingPoints, msBeforeNext };
  } catch (thrown) {
    if (!isRefusal(thrown)) throw thrown;
    return { refused: true, remainingPoints: 0, msBeforeNext: Math.max(1, thrown.msBeforeNext) };
  }
}

const isRefusal = (thrown: unknown): thrown is Pick<Library.RateLimiterRes, 'msBeforeNext'> =>
  typeof (thrown as { msBeforeNext?: unknown } | null)?.msBeforeNext === 'number';

/** Whether the window was started while the clock was ahead, so that it ends later than one that starts now. */
const isFromAhead = ({ msBeforeNext }: Result, { seconds: window }: Policy): boolean => {
  const now = new Date();
  return new Date(now.getTime() + msBeforeNext) > latestEnd(now, window * 1000);
};

const countOf = (policy: Policy, { refused, remainingPoints, msBeforeNext }: Result): Count => ({
  policy,
  refused,
  remaining: remainingPoints,
  reset: Math.ceil(msBeforeNext / 1000),
});
