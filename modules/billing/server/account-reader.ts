import { hostKey, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { MoreThan } from 'typeorm';
import { readDatabaseKey, type ReadDatabase } from '../../persistence/contract/db.js';
import type { Entitlements } from '../contract/credits.js';
import { isPaid } from '../contract/plans.js';
import { inWindow, newAccount } from './accounts.js';
import { Account, LedgerEntry } from './entities.js';

/** Reads accounts in the current month, without reservations of runs whose deadline has passed. */
@injectable()
export class AccountReader implements Entitlements {
  constructor(
    @inject(readDatabaseKey) private readonly database: ReadDatabase,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  async of(organizationId: string): Promise<Account> {
    const now = this.host.clock();
    const account = await this.database.manager.findOneBy(Account, { organizationId });
    if (account === null) return newAccount(organizationId, now);
    const open = { organizationId, state: 'open', openUntil: MoreThan(now) } as const;
    const reserved = (await this.database.manager.sum(LedgerEntry, 'reserved', open)) ?? 0;
    return Object.assign(inWindow(account, now), { reserved });
  }

  async paid(organizationId: string): Promise<boolean> {
    return isPaid((await this.of(organizationId)).plan);
  }
}
