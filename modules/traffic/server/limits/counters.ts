import { createRequire } from 'node:module';
import type * as Library from 'rate-limiter-flexible';
import { hostKey, serviceKey, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { latestEnd } from '../../../persistence/contract/db.js';
import { postgresPoolKey } from '../../../persistence/contract/db/postgres-pool.js';
import type { Policy } from './policies.js';

const require = createRequire(import.meta.url);

/** Of the library one file is loaded: all of them take longer than the rest of the server's start. */
const classOf = <N extends 'RateLimiterMemory' | 'RateLimiterPostgres'>(name: N): (typeof Library)[N] =>
  require(`rate-limiter-flexible/lib/${name}.js`) as (typeof Library)[N];

/** Where a subject stands after one more call. */
export interface Count {
  readonly policy: Policy;
  readonly refused: boolean;
  readonly remaining: number;
  /** Seconds until the next window. */
  readonly reset: number;
}

export const COUNTS_TABLE = 'traffic_counts';

/** How many subjects are remembered for each limit where counts are in memory. */
export const MOST_IN_MEMORY = 50_000;

type Limiter = Pick<Library.RateLimiterAbstract, 'consume' | 'get' | 'delete'>;

/** Beyond that number it forgets the subject that it has known longest: strangers with many addresses cannot fill the memory. */
function limiterInMemory(options: Library.IRateLimiterOptions): Limiter {
  const limiter = new (classOf('RateLimiterMemory'))(options);
  const known = new Set<string>();
  return {
    consume: async (subject: string) => {
      const [longest = ''] = known.add(subject);
      if (known.size > MOST_IN_MEMORY && known.delete(longest)) await limiter.delete(longest);
      return limiter.consume(subject);
    },
    get: (subject: string) => limiter.get(subject),
    delete: (subject: string) => limiter.delete(subject),
  };
}

/** Counts for all servers of a database on PostgreSQL, one statement a count; in memory where one process has the database. */
@injectable()
export class Counters {
  private readonly limiters = new Map<string, Limiter>();

  constructor(
    @inject(postgresPoolKey) private readonly pool: object | undefined,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  /** Counts one call. Answers nothing when the counts cannot be reached: what is called says so itself, or does without. */
  async count(policy: Policy, subject: string): Promise<Count | undefined> {
    try {
      const limiter = this.limiter(policy);
      const result = await consume(limiter, subject);
      if (!isFromAhead(result, policy)) return countOf(policy, result);
      await limiter.delete(subject);
      return countOf(policy, await consume(limiter, subject));
    } catch (thrown) {
      this.host.log.warn({ err: thrown, policy: policy.name }, 'a call could not be counted');
      return undefined;
    }
  }

  /** Where the subject stands without another call; nothing when it has made none, or the counts cannot be reached. */
  async standing(policy: Policy, subject: string): Promise<Count | undefined> {
    const found = await this.limiter(policy)
      .get(subject)
      .catch(() => null);
    if (found === null) return undefined;
    const result = {
      refused: found.remainingPoints <= 0,
      remainingPoints: found.remainingPoints,
      msBeforeNext: Math.max(1, found.msBeforeNext),
    };
    return isFromAhead(result, policy) ? undefined : countOf(policy, result);
  }

  private limiter(policy: Policy): Limiter {
    const known = this.limiters.get(policy.name) ?? this.newLimiter(policy);
    this.limiters.set(policy.name, known);
    return known;
  }

  private newLimiter({ name, requests, seconds: duration }: Policy): Limiter {
    const options = { keyPrefix: name, points: requests, duration };
    if (this.pool === undefined) return limiterInMemory(options);
    return new (classOf('RateLimiterPostgres'))({
      ...options,
      // a subject that keeps calling is refused without a statement
      inMemoryBlockOnConsumed: requests,
      ...{ storeClient: this.pool, storeType: 'pool', tableName: COUNTS_TABLE, tableCreated: true, clearExpiredByTimeout: false },
    });
  }
}

export const countersKey = serviceKey<Counters>('traffic.counters');

const seconds = (ms: number): number => Math.ceil(ms / 1000);

interface Result {
  readonly refused: boolean;
  readonly remainingPoints: number;
  readonly msBeforeNext: number;
}

/** The library throws a result to refuse, and an error when its store fails. */
async function consume(limiter: Limiter, subject: string): Promise<Result> {
  try {
    const { remainingPoints, msBeforeNext } = await limiter.consume(subject);
    return { refused: false, remainingPoints, msBeforeNext };
  } catch (thrown) {
    if (!isRefusal(thrown)) throw thrown;
    return { refused: true, remainingPoints: 0, msBeforeNext: Math.max(1, thrown.msBeforeNext) };
  }
}

const isRefusal = (thrown: unknown): thrown is Pick<Library.RateLimiterRes, 'msBeforeNext'> =>
  typeof (thrown as { msBeforeNext?: unknown } | null)?.msBeforeNext === 'number';

/** Whether the window was begun while the clock was ahead: it ends later than one that begins now. */
const isFromAhead = ({ msBeforeNext }: Result, { seconds: window }: Policy): boolean => {
  const now = new Date();
  return new Date(now.getTime() + msBeforeNext) > latestEnd(now, window * 1000);
};

const countOf = (policy: Policy, { refused, remainingPoints, msBeforeNext }: Result): Count => ({
  policy,
  refused,
  remaining: remainingPoints,
  reset: seconds(msBeforeNext),
});
