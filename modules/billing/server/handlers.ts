import {
  hostKey,
  notFound,
  usageError,
  type Context,
  type Handler,
  type HostInfo,
} from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { workspaceDirectoryKey, type WorkspaceDirectory } from '../../identity/contract/access.js';
import { unitOfWorkKey, type UnitOfWork } from '../../persistence/contract/db.js';
import type {
  CreditsInput,
  CreditsView,
  OrganizationRef,
  PlanView,
  SetPlanInput,
  SubscriptionView,
} from '../contract/billing-dto.js';
import { bundles } from '../contract/plans.js';
import { AccountReader } from './account-reader.js';
import { creditsOf, holdAccount, subscriptionOf } from './accounts.js';
import { Account } from './entities.js';

function organizationTarget({ target }: Context): string {
  if (target?.organizationId === undefined)
    throw new Error('This operation needs an access on an organization.');
  return target.organizationId;
}

@injectable()
export class ViewSubscriptionHandler implements Handler<OrganizationRef, SubscriptionView> {
  constructor(@inject(AccountReader) private readonly accounts: AccountReader) {}

  async run(_input: OrganizationRef, context: Context): Promise<SubscriptionView> {
    return subscriptionOf(await this.accounts.of(organizationTarget(context)));
  }
}

@injectable()
export class ViewCreditsHandler implements Handler<CreditsInput, CreditsView> {
  constructor(@inject(AccountReader) private readonly accounts: AccountReader) {}

  async run({ include }: CreditsInput, context: Context): Promise<CreditsView> {
    const view = creditsOf(await this.accounts.of(organizationTarget(context)));
    return include === undefined ? view : Object.assign(view, { bundles });
  }
}

/** Runs locally without a permission check: the operator can read and change all data anyway. */
@injectable()
export class SetPlanHandler implements Handler<SetPlanInput, PlanView> {
  constructor(
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(workspaceDirectoryKey) private readonly directory: WorkspaceDirectory,
    @inject(AccountReader) private readonly accounts: AccountReader,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  async run(wanted: SetPlanInput): Promise<PlanView> {
    const found = await this.directory.findOrganization(wanted.organization);
    if (found === null) throw notFound({ kind: 'organization', id: wanted.organization });
    const { id: organizationId, name } = found;
    assertSound(wanted);
    if (settable.some((field) => wanted[field] !== undefined))
      await this.unitOfWork.run(async (manager) => {
        const account = await holdAccount(manager, organizationId, this.host.clock());
        await manager.update(Account, { organizationId }, changesOf(account, wanted));
      });
    const account = await this.accounts.of(organizationId);
    return {
      organization: name,
      subscription: subscriptionOf(account),
      credits: creditsOf(account),
    };
  }
}

const settable = [
  'plan',
  'credits',
  'noLimit',
  'add',
  'overage',
  'monthlyPrice',
  'upgradePrice',
  'noPrices',
] as const satisfies (keyof SetPlanInput)[];

function assertSound({ credits, noLimit }: SetPlanInput): void {
  if (credits !== undefined && noLimit === true)
    throw usageError({
      what: 'Credits are limited by --credits or not at all by --no-limit, not both.',
    });
}

const NO_PRICES = { monthlyPriceCents: null, upgradePriceCents: null };

function changesOf(account: Account, wanted: SetPlanInput): Partial<Account> {
  const { monthlyPriceCents, upgradePriceCents } = wanted.noPrices === true ? NO_PRICES : account;
  const more = bundles.find(({ id }) => id === wanted.add)?.credits ?? 0;
  return {
    plan: wanted.plan ?? account.plan,
    monthlyCredits: wanted.noLimit === true ? null : (wanted.credits ?? account.monthlyCredits),
    added: account.added + more,
    overageAllowed: wanted.overage ?? account.overageAllowed,
    monthlyPriceCents: cents(wanted.monthlyPrice) ?? monthlyPriceCents,
    upgradePriceCents: cents(wanted.upgradePrice) ?? upgradePriceCents,
  };
}

const cents = (dollars: number | undefined): number | undefined =>
  dollars === undefined ? undefined : Math.round(dollars * 100);
