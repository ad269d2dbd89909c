import { hostKey, type HostInfo, type SvcError } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { LessThanOrEqual, type EntityManager } from 'typeorm';
import { unitOfWorkKey, type UnitOfWork } from '../../persistence/contract/db.js';
import type { CreditRequest, Credits } from '../contract/credits.js';
import { creditsExhausted } from '../contract/errors.js';
import { creditsOf, holdAccount, windowOf } from './accounts.js';
import { Account, LedgerEntry } from './entities.js';

/** The ledger. Every change locks the organization's account first, so that sums stay correct under concurrent changes. */
@injectable()
export class StoredCredits implements Credits {
  constructor(
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  async reserve(request: CreditRequest): Promise<void> {
    const shortage = await this.tryToReserve(request);
    if (shortage !== undefined) throw shortage;
  }

  async tryToReserve({
    organizationId,
    reference,
    credits,
    until,
  }: CreditRequest): Promise<SvcError | undefined> {
    if (!Number.isSafeInteger(credits) || credits <= 0)
      throw new RangeError(`${credits} is not an amount of credits`);
    const now = this.host.clock();
    return this.unitOfWork.run(async (manager) => {
      const held = await holdAccount(manager, organizationId, now);
      if ((await manager.findOneBy(LedgerEntry, { reference })) !== null) return undefined;
      const account = await withoutExpired(manager, held, now);
      const { remaining, overageAllowed } = creditsOf(account);
      if (remaining !== null && remaining < credits && !overageAllowed)
        return creditsExhausted({
          needed: credits,
          remaining,
          renewsAt: windowOf(now).end.toISOString(),
        });
      await manager.update(Account, { organizationId }, { reserved: account.reserved + credits });
      const entry = {
        reference,
        organizationId,
        state: 'open',
        reserved: credits,
        used: 0,
        openUntil: until,
        createdAt: now,
        endedAt: null,
      } as const;
      await manager.insert(LedgerEntry, entry);
      return undefined;
    });
  }

  /** Usage reported after the deadline is still charged. */
  async settle(reference: string, used: number): Promise<void> {
    if (!Number.isSafeInteger(used) || used < 0)
      throw new RangeError(`${used} is not an amount of credits`);
    const now = this.host.clock();
    await this.unitOfWork.run(async (manager) => {
      const found = await manager.findOneByOrFail(LedgerEntry, { reference });
      const { organizationId } = found;
      const account = await holdAccount(manager, organizationId, now);
      const entry = await manager.findOneByOrFail(LedgerEntry, { reference });
      if (entry.state === 'settled') return;
      const charged = Math.min(used, entry.reserved);
      const freed = entry.state === 'open' ? entry.reserved : 0;
      await manager.update(
        Account,
        { organizationId },
        { reserved: account.reserved - freed, used: account.used + charged },
      );
      await manager.update(
        LedgerEntry,
        { reference },
        { state: 'settled', used: charged, endedAt: now },
      );
    });
  }
}

/** Releases reservations of runs whose deadline has passed. */
async function withoutExpired(
  manager: EntityManager,
  account: Account,
  now: Date,
): Promise<Account> {
  const { organizationId } = account;
  const expired = await manager.findBy(LedgerEntry, {
    organizationId,
    state: 'open',
    openUntil: LessThanOrEqual(now),
  });
  if (expired.length === 0) return account;
  const freed = expired.reduce((sum, { reserved }) => sum + reserved, 0);
  for (const { reference } of expired)
    await manager.update(LedgerEntry, { reference }, { state: 'expired', endedAt: now });
  const reserved = account.reserved - freed;
  await manager.update(Account, { organizationId }, { reserved });
  return Object.assign(new Account(), account, { reserved });
}
