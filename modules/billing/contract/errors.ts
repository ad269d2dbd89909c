import { defineError, ExitCode } from 'svc-registry/kernel';
import { counted } from '../../../toolbox/plural.js';

export const creditsExhausted = defineError<{
  needed: number;
  remaining: number;
  renewsAt: string;
}>({
  code: 'credits_exhausted',
  status: 403,
  exit: ExitCode.denied,
  title: 'Not enough credits',
  remedy:
    'Wait until the credits are renewed, or ask the operator of the server to add some with `svc server plan set`.',
  message: ({ needed, remaining }) =>
    `This needs ${counted(needed, 'credit')}; the organization has ${remaining} left.`,
  hint: ({ renewsAt }) =>
    `They are renewed on ${renewsAt.slice(0, 10)}; the operator of the server can add some with \`svc server plan set\`.`,
});

/** The organization's plan does not include a feature (specification, "Errors"). `feature` begins the sentence, such as `A reviewer of your own`. */
export const upgradeRequired = defineError<{ feature: string }>({
  code: 'upgrade_required',
  status: 403,
  exit: ExitCode.denied,
  title: 'Paid plan needed',
  message: ({ feature }) => `${feature} needs a paid plan; the organization has a free one.`,
  hint: () => 'The operator of the server changes the plan with `svc server plan set`.',
});
