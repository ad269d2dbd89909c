import { createHash } from 'node:crypto';
import { inject, injectable } from 'tsyringe';
import { hostKey, serviceKey, type HostInfo } from 'svc-registry/kernel';
import type { EntityManager } from 'typeorm';
import { readDatabaseKey, unitOfWorkKey, type ReadDatabase, type UnitOfWork } from '../../../persistence/contract/db.js';
import { tooManyAttempts } from '../../contract/errors.js';
import { Attempts } from '../entities/attempts.js';
import type { Limit } from './limits.js';

/** Begins with a line break: the driver for SQLite hands out no rows of a text that begins with INSERT. */
const USE = `
INSERT INTO identity_attempts (key, remaining, ends_at) VALUES (:key, :fresh, :endsAt)
ON CONFLICT (key) DO UPDATE SET
  remaining = CASE WHEN identity_attempts.ends_at <= :now THEN excluded.remaining ELSE identity_attempts.remaining - 1 END,
  ends_at = CASE WHEN identity_attempts.ends_at <= :now THEN excluded.ends_at ELSE identity_attempts.ends_at END
WHERE identity_attempts.ends_at <= :now OR identity_attempts.remaining > 0
RETURNING key`;

/**
 * The table holds no e-mail address. Nobody shares an allowance: strangers could look for two subjects that do, use up the other's,
 * or win it back for their guesses with a success of their own.
 */
function keyOf({ name }: Limit, subject: string): string {
  return `${name}:${createHash('sha256').update(subject).digest('base64url')}`;
}

/** Counts attempts for all servers of a database: each use is one statement, committed before the work begins. */
@injectable()
export class AttemptLimits {
  constructor(
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(readDatabaseKey) private readonly database: ReadDatabase,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  /** Uses up one attempt. Throws `too_many_attempts`. */
  async use(limit: Limit, subject: string): Promise<void> {
    const key = keyOf(limit, subject);
    // whoever hammers on only reads: on SQLite everybody else's writes would wait for theirs
    if ((await this.secondsLeft(key)) === 0 && (await this.unitOfWork.run((manager) => this.take(manager, key, limit)))) return;
    const seconds = Math.max(1, await this.secondsLeft(key));
    throw tooManyAttempts({ seconds }, { details: { retryAfterSeconds: seconds } });
  }

  /** What was used turned out to be no attempt to count. */
  async giveBack(limit: Limit, subject: string): Promise<void> {
    const open = { key: keyOf(limit, subject), now: this.now() };
    await this.unitOfWork.run((manager) =>
      manager
        .createQueryBuilder()
        .update(Attempts)
        .set({ remaining: () => 'remaining + 1' })
        .where('key = :key AND ends_at > :now', open)
        .execute(),
    );
  }

  /** Forgets all attempts, after a success. */
  async reset(limit: Limit, subject: string): Promise<void> {
    await this.unitOfWork.run((manager) => manager.delete(Attempts, { key: keyOf(limit, subject) }));
  }

  async forgetExpired(manager: EntityManager): Promise<void> {
    await manager.createQueryBuilder().delete().from(Attempts).where('ends_at <= :now', { now: this.now() }).execute();
  }

  private async take(manager: EntityManager, key: string, { attempts, windowMs }: Limit): Promise<boolean> {
    const now = this.host.clock();
    const endsAt = new Date(now.getTime() + windowMs).toISOString();
    const values = { key, fresh: attempts - 1, endsAt, now: now.toISOString() };
    const [sql, parameters] = manager.connection.driver.escapeQueryWithParameters(USE, values, {});
    return (await manager.query<object[]>(sql, parameters)).length === 1;
  }

  private now(): string {
    return this.host.clock().toISOString();
  }

  /** Until the next attempt is allowed; none when it is allowed now. */
  private async secondsLeft(key: string): Promise<number> {
    const row = await this.database.manager.findOneBy(Attempts, { key });
    if (row === null || row.remaining > 0) return 0;
    return Math.max(0, Math.ceil((row.endsAt.getTime() - this.host.clock().getTime()) / 1000));
  }
}

export const attemptLimitsKey = serviceKey<AttemptLimits>('identity.attemptLimits');
