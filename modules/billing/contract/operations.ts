import { defineOperation } from 'svc-registry/kernel';
import type * as Dto from './billing-dto.js';

const dto = (): Promise<typeof Dto> => import('./billing-dto.js');
const ofOrganization = {
  on: 'organization',
  of: (input: { orgId: string }) => input.orgId,
} as const;

export const viewSubscription = defineOperation({
  id: 'billing.viewSubscription',
  summary: 'Show the plan of an organization and its prices',
  effect: 'read',
  runsAt: 'server',
  access: { permission: 'billing:read', ...ofOrganization },
  input: () => dto().then((m) => m.OrganizationRef),
  output: () => dto().then((m) => m.SubscriptionView),
  http: { method: 'GET', path: '/v1/orgs/:orgId/billing/subscription', tag: 'public' },
});

export const viewCredits = defineOperation({
  id: 'billing.viewCredits',
  summary: 'Show the credits of an organization',
  effect: 'read',
  runsAt: 'server',
  access: { permission: 'billing:read', ...ofOrganization },
  input: () => dto().then((m) => m.CreditsInput),
  output: () => dto().then((m) => m.CreditsView),
  http: { method: 'GET', path: '/v1/orgs/:orgId/credits', tag: 'public' },
});

/** For the operator of the server only: organizations cannot give themselves credits. */
export const setPlan = defineOperation({
  id: 'billing.setPlan',
  summary: 'Show or change the plan and the credits of an organization',
  description:
    "Runs on the server's machine with the server's settings; with SQLite, stop the server first. Every organization has the plan `unlimited` until this " +
    'says otherwise. Without flags it shows what there is.',
  effect: 'write',
  runsAt: 'server',
  access: 'local',
  input: () => dto().then((m) => m.SetPlanInput),
  output: () => dto().then((m) => m.PlanView),
  cli: {
    name: 'server plan set',
    positionals: ['organization'],
    examples: [
      { command: 'svc server plan set acme', text: 'Shows the plan and credits of acme' },
      {
        command: 'svc server plan set acme --plan team-v1 --credits 5000',
        text: '5,000 credits each month',
      },
      { command: 'svc server plan set acme --add bundle-5k', text: '5,000 more this month' },
      {
        command: 'svc server plan set acme --plan enterprise-v1 --no-prices',
        text: 'An individual agreement',
      },
    ],
  },
});
