import type { Renderer } from 'svc-registry/kernel';
import type { CreditsView, PlanView } from '../contract/billing-dto.js';

function creditsLine({
  state,
  limit,
  used,
  reserved,
  remaining,
  overLimit,
  overageAllowed,
}: CreditsView): string {
  if (state === 'unlimited')
    return `Credits: no limit; ${used} used this month, ${reserved} reserved for unfinished runs`;
  const over = overLimit > 0 ? `, ${overLimit} over the limit` : '';
  return `Credits: ${remaining ?? 0} of ${limit ?? 0} left this month (${used} used, ${reserved} reserved${over})${overageAllowed ? '; runs may exceed the limit' : ''}`;
}

export const planText: Renderer<PlanView> = ({ organization, subscription, credits }, style) => {
  const { plan, monthlyPriceUsd, upgradePriceUsd } = subscription;
  const price = monthlyPriceUsd === null ? '' : `, $${monthlyPriceUsd} a month`;
  const upgrade = upgradePriceUsd === null ? '' : `, an upgrade is $${upgradePriceUsd} a month`;
  return [`${style.bold(organization)}: plan ${plan}${price}${upgrade}`, creditsLine(credits)].join(
    '\n',
  );
};
