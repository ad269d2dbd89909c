import { createRequire } from 'node:module';
import type * as Library from 'rate-limiter-flexible';
import { hostKey, serviceKey, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
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

/** So many subjects are remembered for each limit where counts are in memory. */
export const MOST_IN_MEMORY = 50_000;

type Limiter = Pick<Library.RateLimiterAbstract, 'consume'>;

/** Beyond the most it forgets whom it has known longest: strangers with many addresses fill no memory. */
function limiterInMemory(options: Library.IRateLimiterOptions): Limiter {
  const limiter = new (classOf('RateLimiterMemory'))(options);
  const known = new Set<string>();
  return {
    consume: async (subject: string) => {
      const [longest = ''] = known.add(subject);
      if (known.size > MOST_IN_MEMORY && known.delete(longest)) await limiter.delete(longest);
      return limiter.consume(subject);
    },
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
      const { remainingPoints, msBeforeNext } = await this.limiter(policy).consume(subject);
      return { policy, refused: false, remaining: remainingPoints, reset: seconds(msBeforeNext) };
    } catch (thrown) {
      if (isRefusal(thrown)) return { policy, refused: true, remaining: 0, reset: Math.max(1, seconds(thrown.msBeforeNext)) };
      this.host.log.warn({ err: thrown, policy: policy.name }, 'a call could not be counted');
      return undefined;
    }
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
      // whoever hammers on is refused without a statement
      inMemoryBlockOnConsumed: requests,
      ...{ storeClient: this.pool, storeType: 'pool', tableName: COUNTS_TABLE, tableCreated: true, clearExpiredByTimeout: false },
    });
  }
}

export const countersKey = serviceKey<Counters>('traffic.counters');

const seconds = (ms: number): number => Math.ceil(ms / 1000);

/** The library throws a result to refuse, and an error when its store fails. */
const isRefusal = (thrown: unknown): thrown is Pick<Library.RateLimiterRes, 'msBeforeNext'> =>
  typeof (thrown as { msBeforeNext?: unknown } | null)?.msBeforeNext === 'number';
