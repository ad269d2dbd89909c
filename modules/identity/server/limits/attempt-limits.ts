import { createHash } from 'node:crypto';
import { inject, injectable } from 'tsyringe';
import { hostKey, type HostInfo } from 'svc-registry/kernel';
import { In, MoreThan, type EntityManager } from 'typeorm';
import {
  latestEnd,
  readDatabaseKey,
  unitOfWorkKey,
  type ReadDatabase,
  type UnitOfWork,
} from '../../../persistence/contract/db.js';
import { tooManyAttempts } from '../../contract/errors.js';
import { Attempts } from '../entities/attempts.js';
import type { Limit } from './limits.js';

const IS_OVER = '(identity_attempts.ends_at <= :now OR identity_attempts.ends_at > :latest)';

/** Begins with a line break: the driver for SQLite hands out no rows of a text that begins with INSERT. */
const USE = `
INSERT INTO identity_attempts (key, remaining, ends_at) VALUES (:key, :fresh, :endsAt)
ON CONFLICT (key) DO UPDATE SET
  remaining = CASE WHEN ${IS_OVER} THEN excluded.remaining ELSE identity_attempts.remaining - 1 END,
  ends_at = CASE WHEN ${IS_OVER} THEN excluded.ends_at ELSE identity_attempts.ends_at END
WHERE ${IS_OVER} OR identity_attempts.remaining > 0
RETURNING key`;

/** A limit, and whose attempt it is: an account, an address, a session. */
export type Use = readonly [limit: Limit, subject: string];

interface Wanted {
  readonly key: string;
  readonly limit: Limit;
}

/**
 * The table holds no e-mail address. No two subjects share an allowance: a stranger could use up somebody else's, or restore it for more guesses
 * with a success of their own.
 */
function keyOf([{ name }, subject]: Use): string {
  return `${name}:${createHash('sha256').update(subject).digest('base64url')}`;
}

const refusal = (seconds: number) =>
  tooManyAttempts({ seconds }, { details: { retryAfterSeconds: seconds } });

/** Counts attempts for all servers of a database: what is used is committed before the work begins. */
@injectable()
export class AttemptLimits {
  constructor(
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(readDatabaseKey) private readonly database: ReadDatabase,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  /** Uses up one attempt of each. Throws `too_many_attempts`; where one is spent already, none is used. */
  async use(...uses: readonly Use[]): Promise<void> {
    if (uses.length === 0) return;
    const wanted = uses.map((use) => ({ key: keyOf(use), limit: use[0] }));
    // a caller whose attempts are used up only reads: on SQLite all other writes would wait for theirs, and the table would grow
    await this.refuseSpent(this.database.manager, wanted);
    await this.unitOfWork.aside(async (manager) => {
      for (const { key, limit } of wanted) {
        if (await this.take(manager, key, limit)) continue;
        await this.refuseSpent(manager, wanted);
        throw refusal(1);
      }
    });
  }

  /** What was used turned out to be no attempt to count. */
  async giveBack(use: Use): Promise<void> {
    const open = { key: keyOf(use), now: this.now() };
    await this.unitOfWork.aside((manager) =>
      manager
        .createQueryBuilder()
        .update(Attempts)
        .set({ remaining: () => 'remaining + 1' })
        .where('key = :key AND ends_at > :now', open)
        .execute(),
    );
  }

  /** Forgets all attempts, after a success. */
  async reset(use: Use): Promise<void> {
    await this.unitOfWork.aside((manager) => manager.delete(Attempts, { key: keyOf(use) }));
  }

  async forgetExpired(manager: EntityManager): Promise<void> {
    // rows that are being used at this moment are left to the next time: two units that wait for each other's rows would block
    const free = manager.connection.options.type === 'postgres' ? ' FOR UPDATE SKIP LOCKED' : '';
    const expired = `SELECT key FROM identity_attempts WHERE ends_at <= :now${free}`;
    await manager
      .createQueryBuilder()
      .delete()
      .from(Attempts)
      .where(`key IN (${expired})`, { now: this.now() })
      .execute();
  }

  private async take(manager: EntityManager, key: string, limit: Limit): Promise<boolean> {
    const now = this.host.clock();
    const endsAt = new Date(now.getTime() + limit.windowMs).toISOString();
    const latest = latestEnd(now, limit.windowMs).toISOString();
    const values = { key, fresh: limit.attempts - 1, endsAt, now: now.toISOString(), latest };
    const [sql, parameters] = manager.connection.driver.escapeQueryWithParameters(USE, values, {});
    return (await manager.query<object[]>(sql, parameters)).length === 1;
  }

  private now(): string {
    return this.host.clock().toISOString();
  }

  private async refuseSpent(manager: EntityManager, wanted: readonly Wanted[]): Promise<void> {
    const now = this.host.clock();
    const latest = new Map(wanted.map(({ key, limit }) => [key, latestEnd(now, limit.windowMs)]));
    const rows = await manager.findBy(Attempts, {
      key: In([...latest.keys()]),
      remaining: 0,
      endsAt: MoreThan(now),
    });
    const spent = rows.filter(({ key, endsAt }) => endsAt <= (latest.get(key) ?? now));
    if (spent.length === 0) return;
    const until = Math.max(...spent.map(({ endsAt }) => endsAt.getTime()));
    throw refusal(Math.ceil((until - now.getTime()) / 1000));
  }
}
