import {
  type AuditedCalls,
  fresh,
  inTools,
  MADE,
} from '../../../test/contract/audit/audited-calls.js';
import { type AccessCases, input } from '../../../test/contract/authorization/access-case.js';

const entries = { API_KEY: 'x' };
const skill = 'file:skills/demo';
const launch = { skill, repo: 'acme/nowhere', agent: 'scripted' };

/** How the operations are called, and who may call them. */
export const accessCases: AccessCases = {
  'launch.start': { least: 'member', call: ({ workspace }) => input({ workspace, ...launch }) },
  'launch.show': {
    least: 'member',
    call: async ({ newLaunch }) => input({ id: await newLaunch() }),
  },
  // whose skills are found: test/contract/launch/skills.test.ts
  'launch.findSkill': {
    least: 'anyone',
    noObject: true,
    allowed: ['not_found'],
    call: ({ workspace }) => input({ skill: `${workspace}/nothing` }),
  },
  'launch.list': { least: 'member', call: ({ workspace }) => input({ workspace }) },
  'launch.cancel': {
    least: 'member',
    call: async ({ newLaunch }) => input({ id: await newLaunch() }),
  },
  'launch.logs': {
    least: 'member',
    call: async ({ newLaunch }) => input({ id: await newLaunch() }),
  },
  'launch.patch': {
    least: 'member',
    allowed: ['patch_missing'],
    call: async ({ newLaunch }) => input({ id: await newLaunch() }),
  },
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
  'launch.start': () => ({
    input: { ...inTools, ...launch },
    object: { kind: 'launchRun', id: MADE, name: skill },
  }),
  'launch.cancel': async ({ fixture }) => {
    const id = await fixture.newLaunch();
    return { input: { id }, object: { kind: 'launchRun', id, name: skill } };
  },
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
