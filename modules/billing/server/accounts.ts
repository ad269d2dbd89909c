import type { EntityManager } from 'typeorm';
import type { CreditsView, SubscriptionView } from '../contract/billing-dto.js';
import { isPaid } from '../contract/plans.js';
import { Account } from './entities.js';

/** The month that contains a moment. */
export function windowOf(now: Date): { readonly start: Date; readonly end: Date } {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  return { start: new Date(Date.UTC(year, month)), end: new Date(Date.UTC(year, month + 1)) };
}

export function newAccount(organizationId: string, now: Date): Account {
  return Object.assign(new Account(), {
    organizationId,
    plan: 'unlimited',
    monthlyCredits: null,
    added: 0,
    used: 0,
    reserved: 0,
    windowStart: windowOf(now).start,
    overageAllowed: false,
    monthlyPriceCents: null,
    upgradePriceCents: null,
  });
}

/** The account in the month of `now`: used and added credits count for their own month only. */
export function inWindow(account: Account, now: Date): Account {
  const { start } = windowOf(now);
  return account.windowStart >= start
    ? account
    : Object.assign(new Account(), account, { windowStart: start, added: 0, used: 0 });
}

/** Locks the organization's account until the unit of work ends and updates it to the month of `now`. Creates a missing account. */
export async function holdAccount(
  manager: EntityManager,
  organizationId: string,
  now: Date,
): Promise<Account> {
  await manager
    .createQueryBuilder()
    .insert()
    .into(Account)
    .values(newAccount(organizationId, now))
    .orIgnore()
    .execute();
  // an UPDATE without a change, because on every engine it waits for the transaction that holds the
  // row
  await manager.update(Account, { organizationId }, { organizationId });
  const account = await manager.findOneByOrFail(Account, { organizationId });
  const current = inWindow(account, now);
  if (current !== account)
    await manager.update(
      Account,
      { organizationId },
      { windowStart: current.windowStart, added: 0, used: 0 },
    );
  return current;
}

/** All credits of the current month; `null` for unlimited. */
export function limitOf({ monthlyCredits, added }: Account): number | null {
  return monthlyCredits === null ? null : monthlyCredits + added;
}

export function creditsOf(account: Account): CreditsView {
  const { organizationId, used, reserved, windowStart, overageAllowed } = account;
  const limit = limitOf(account);
  const over = limit === null ? 0 : Math.max(0, used + reserved - limit);
  const remaining = limit === null ? null : Math.max(0, limit - used - reserved);
  return {
    organizationId,
    state: limit === null ? 'unlimited' : remaining === 0 ? 'over_budget' : 'ok',
    limit,
    used,
    reserved,
    remaining,
    windowStart: windowStart.toISOString(),
    overLimit: over,
    blocked: remaining === 0 && !overageAllowed,
    overageAllowed,
  };
}

export function subscriptionOf({
  organizationId,
  plan,
  monthlyPriceCents,
  upgradePriceCents,
}: Account): SubscriptionView {
  const paid = isPaid(plan);
  const dollars = (cents: number | null): number | null => (cents === null ? null : cents / 100);
  return {
    organizationId,
    plan,
    paid,
    monthlyPriceUsd: paid ? dollars(monthlyPriceCents) : null,
    upgradePriceUsd: paid ? null : dollars(upgradePriceCents),
  };
}
