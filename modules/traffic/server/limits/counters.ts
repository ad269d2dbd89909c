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

/** Counts for all servers of a database on PostgreSQL, one statement a count; in memory where one process has the database. */
@injectable()
export class Counters {
  private readonly limiters = new Map<string, Library.RateLimiterAbstract>();

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

  private limiter(policy: Policy): Library.RateLimiterAbstract {
    const known = this.limiters.get(policy.name) ?? this.newLimiter(policy);
    this.limiters.set(policy.name, known);
    return known;
  }

  private newLimiter({ name, requests, seconds: duration }: Policy): Library.RateLimiterAbstract {
    const options = { keyPrefix: name, points: requests, duration };
    if (this.pool === undefined) return new (classOf('RateLimiterMemory'))(options);
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
