import { type AccessCases, input } from '../../../test/contract/authorization/access-case.js';

/** How the operations are called, and who may call them. */
export const accessCases: AccessCases = {
  'billing.viewSubscription': {
    least: 'organization member',
    wide: true,
    call: ({ organization }) => input({ orgId: organization }),
  },
  'billing.viewCredits': {
    least: 'organization member',
    wide: true,
    call: ({ organization }) => input({ orgId: organization, include: 'bundles' }),
  },
};
