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

/** Begins with a line break: the SQLite driver returns no rows for a statement that begins with INSERT. */
const USE = `
INSERT INTO identity_attempts (key, remaining, ends_at) VALUES (:key, :fresh, :endsAt)
ON CONFLICT (key) DO UPDATE SET
  remaining = CASE WHEN ${IS_OVER} THEN excluded.remaining ELSE identity_attempts.remaining - 1 END,
  ends_at = CASE WHEN ${IS_OVER} THEN excluded.ends_at ELSE identity_attempts.ends_at END
WHERE ${IS_OVER} OR identity_attempts.remaining > 0
RETURNING key`;

/** A limit, and the account, address or session it applies to. */
export type Use = readonly [limit: Limit, subject: string];

interface Wanted {
  readonly key: string;
  readonly limit: Limit;
}

/**
 * Hashed, so that the table contains no e-mail addresses. Two subjects must never share a key: a stranger could use up
 * another subject's attempts, or reset them by a success of their own and so gain more guesses.
 */
function keyOf([{ name }, subject]: Use): string {
  return `${name}:${createHash('sha256').update(subject).digest('base64url')}`;
}

const refusal = (seconds: number) =>
  tooManyAttempts({ seconds }, { details: { retryAfterSeconds: seconds } });

/** Counts attempts across all servers of a database. An attempt is committed before the work begins. */
@injectable()
export class AttemptLimits {
  constructor(
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(readDatabaseKey) private readonly database: ReadDatabase,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  /** Counts one attempt for each. Throws `too_many_attempts`; if one of the limits is exhausted, none is counted. */
  async use(...uses: readonly Use[]): Promise<void> {
    if (uses.length === 0) return;
    const wanted = uses.map((use) => ({ key: keyOf(use), limit: use[0] }));
    // a caller without attempts left must not cost a write: on SQLite it would block all other
    // writes, and the table would grow
    await this.refuseSpent(this.database.manager, wanted);
    await this.unitOfWork.aside(async (manager) => {
      for (const { key, limit } of wanted) {
        if (await this.take(manager, key, limit)) continue;
        await this.refuseSpent(manager, wanted);
        throw refusal(1);
      }
    });
  }

  /** Takes back an attempt that should not count. */
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

  /** Resets the limit after a success. */
  async reset(use: Use): Promise<void> {
    await this.unitOfWork.aside((manager) => manager.delete(Attempts, { key: keyOf(use) }));
  }

  async forgetExpired(manager: EntityManager): Promise<void> {
    // skips locked rows until the next round: two units that wait for each other's rows would
    // deadlock
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
