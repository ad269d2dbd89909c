import { inject, injectable } from 'tsyringe';
import { teamPagesKey, type TeamPages } from '../../../identity/contract/index.js';
import { view, type Fact, type Page, type PageRequest } from '../../../web/contract/index.js';
import type { CreditsView, SubscriptionView } from '../../contract/billing-dto.js';
import { viewCredits, viewSubscription } from '../../contract/operations.js';

const template = new URL('credits.njk', import.meta.url);
const PERCENT = 100;

/** Shows the plan of an organization, and what is left of its credits. */
@injectable()
export class CreditsPage implements Page<'organization'> {
  constructor(@inject(teamPagesKey) private readonly pages: TeamPages) {}

  async get(request: PageRequest<'organization'>) {
    const frame = await this.pages.frame(request, { tab: 'credits' });
    const orgId = frame.id;
    const credits = await request.invoke(viewCredits, { orgId });
    const subscription = await request.invoke(viewSubscription, { orgId });
    const { limit, remaining, blocked, overageAllowed } = credits;
    return view(template, {
      frame,
      limit: limit === null ? '' : numbers.format(limit),
      remaining: remaining === null ? '' : numbers.format(remaining),
      share: shareOf(credits),
      blocked,
      overageAllowed,
      details: creditFacts(credits),
      plan: planFacts(subscription),
    });
  }
}

const numbers = new Intl.NumberFormat('en-GB');

/** What is left of the limit, in percent; `null` without a limit. */
function shareOf({ limit, remaining }: CreditsView): number | null {
  if (limit === null || remaining === null) return null;
  return limit === 0 ? 0 : Math.round((remaining / limit) * PERCENT);
}

function creditFacts(credits: CreditsView): readonly Fact[] {
  const { used, reserved, overLimit, windowStart } = credits;
  const over: readonly Fact[] =
    overLimit > 0 ? [['Above the limit', numbers.format(overLimit)]] : [];
  return [
    ['Used this month', numbers.format(used)],
    ['Reserved', numbers.format(reserved)],
    ...over,
    ['Counted since', `${windowStart.slice(0, 10)} (UTC)`],
    ['Renewed on', `${nextMonth(windowStart)} (UTC)`],
  ];
}

function nextMonth(windowStart: string): string {
  const start = new Date(windowStart);
  return new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1))
    .toISOString()
    .slice(0, 10);
}

const dollars = (price: number): string => `$${numbers.format(price)} a month`;

function planFacts({ plan, paid, ...prices }: SubscriptionView): readonly Fact[] {
  const { monthlyPriceUsd, upgradePriceUsd } = prices;
  return [
    ['Plan', plan],
    ['Features of paid plans', paid ? 'included' : 'not included'],
    ...(monthlyPriceUsd === null ? [] : [['Price', dollars(monthlyPriceUsd)] as const]),
    ...(upgradePriceUsd === null
      ? []
      : [['Price of an upgrade', dollars(upgradePriceUsd)] as const]),
  ];
}
