import {
  type AuditedCalls,
  fresh,
  inTools,
  MADE,
} from '../../../test/contract/audit/audited-calls.js';
import { type AccessCases, input } from '../../../test/contract/authorization/access-case.js';

const entries = { API_KEY: 'x' };

/** How the operations are called, and who may call them. */
export const accessCases: AccessCases = {
  'launch.createEnvironment': {
    least: 'manager',
    // the first one makes it
    allowed: ['', 'environment_exists'],
    call: ({ workspace }) => input({ workspace, name: 'nightly', entries }),
  },
  'launch.createEnvironment for a run': {
    least: 'member',
    call: ({ workspace }) => input({ workspace, forRun: true, entries }),
  },
  'launch.listEnvironments': { least: 'member', call: ({ workspace }) => input({ workspace }) },
  'launch.showEnvironment': {
    least: 'member',
    call: async ({ newEnvironment }) => input({ id: (await newEnvironment()).id }),
  },
  'launch.replaceEnvironment': {
    least: 'manager',
    call: async ({ newEnvironment }) => input({ id: (await newEnvironment()).id, entries }),
  },
  'launch.deleteEnvironment': {
    least: 'manager',
    call: async ({ newEnvironment }) => input({ id: (await newEnvironment()).id }),
  },
};

export const auditedCalls: AuditedCalls = {
  'launch.createEnvironment': () => {
    const name = fresh('environment');
    return {
      input: { ...inTools, name, entries },
      object: { kind: 'environment', id: MADE, name },
    };
  },
  'launch.replaceEnvironment': async ({ fixture }) => {
    const { id, name } = await fixture.newEnvironment();
    return { input: { id, entries }, object: { kind: 'environment', id, name } };
  },
  'launch.deleteEnvironment': async ({ fixture }) => {
    const { id, name } = await fixture.newEnvironment();
    return { input: { id }, object: { kind: 'environment', id, name } };
  },
};
