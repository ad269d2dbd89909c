import { type AccessCases, input } from '../../../test/contract/authorization/access-case.js';

/** How the operations are called, and who may call them. */
export const accessCases: AccessCases = {
  'audit.listEvents': {
    least: 'organization admin',
    peopleOnly: true,
    wide: true,
    call: ({ organization }) => input({ organization }),
  },
  'audit.listDigests': {
    least: 'organization admin',
    peopleOnly: true,
    wide: true,
    call: ({ organization }) => input({ organization }),
  },
  'audit.exportEvents': {
    least: 'organization admin',
    peopleOnly: true,
    wide: true,
    call: ({ organization }) => input({ organization }),
  },
};
