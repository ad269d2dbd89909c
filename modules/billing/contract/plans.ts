/**
 * Plans of organizations. Every organization has the plan `unlimited` until the operator
 * changes it.
 */
export const plans = [
  'unlimited',
  'free',
  'free-legacy-v1',
  'team-v1',
  'business-v1',
  'enterprise-v1',
] as const;
export type Plan = (typeof plans)[number];

const FREE: ReadonlySet<Plan> = new Set(['free', 'free-legacy-v1']);

/** Whether a plan includes the features of paid plans: custom reviewers, models other than the default. */
export function isPaid(plan: Plan): boolean {
  return !FREE.has(plan);
}

/** Amounts in which credits are added to what a plan gives each month. */
export const bundles = [
  { id: 'bundle-5k', credits: 5_000 },
  { id: 'bundle-25k', credits: 25_000 },
] as const;
export type BundleId = (typeof bundles)[number]['id'];
export const bundleIds = bundles.map(({ id }) => id);
