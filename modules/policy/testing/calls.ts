import type { AuditObject } from '../../audit/contract/events.js';
import type {
  AuditedCall,
  AuditedCalls,
  Stage,
} from '../../../test/contract/audit/audited-calls.js';
import {
  type AccessCases,
  input,
  type Place,
} from '../../../test/contract/authorization/access-case.js';

const policyTarget = ({ workspace }: Place) => ({ targetType: 'workspace', targetId: workspace });
const organizationTarget = ({ organization }: Place) => ({
  targetType: 'org',
  targetId: organization,
});
const projectTarget = ({ project }: Place) => ({ targetType: 'project', targetId: project });
const noRules = { installPolicy: { version: 1, rules: {} } };
const sources = [{ kind: 'file' }];
/** How the operations are called, and who may call them. */
export const accessCases: AccessCases = {
  'policy.viewPolicy': { least: 'member', call: (place) => input(policyTarget(place)) },
  'policy.setPolicy': {
    least: 'manager',
    call: (place) => input({ ...policyTarget(place), ...noRules }),
  },
  'policy.deletePolicy': { least: 'manager', call: (place) => input(policyTarget(place)) },
  'policy.viewEffectivePolicy': {
    least: 'member',
    call: (place) => input({ ...policyTarget(place), provenance: true }),
  },
  'policy.evaluateInstall': {
    least: 'member',
    call: ({ workspace }) => input({ workspace, sources }),
  },
  'policy.evaluatePolicy': {
    least: 'member',
    call: (place) => input({ ...policyTarget(place), sources }),
  },
  'policy.viewPolicy of an organization': {
    least: 'organization member',
    wide: true,
    call: (place) => input(organizationTarget(place)),
  },
  'policy.setPolicy of an organization': {
    least: 'organization admin',
    wide: true,
    call: (place) => input({ ...organizationTarget(place), ...noRules }),
  },
  'policy.deletePolicy of an organization': {
    least: 'organization admin',
    wide: true,
    call: (place) => input(organizationTarget(place)),
  },
  'policy.viewEffectivePolicy of an organization': {
    least: 'organization member',
    wide: true,
    call: (place) => input(organizationTarget(place)),
  },
  'policy.evaluatePolicy of an organization': {
    least: 'organization member',
    wide: true,
    call: (place) => input({ ...organizationTarget(place), sources }),
  },
  'policy.viewPolicy of a project': {
    least: 'member',
    call: (place) => input(projectTarget(place)),
  },
  'policy.setPolicy of a project': {
    least: 'manager',
    call: (place) => input({ ...projectTarget(place), ...noRules }),
  },
  'policy.deletePolicy of a project': {
    least: 'manager',
    call: (place) => input(projectTarget(place)),
  },
  'policy.viewEffectivePolicy of a project': {
    least: 'member',
    call: (place) => input(projectTarget(place)),
  },
  'policy.evaluatePolicy of a project': {
    least: 'member',
    call: (place) => input({ ...projectTarget(place), sources }),
  },
  'policy.viewManagedProject': {
    least: 'member',
    call: ({ workspace }) => input({ workspaceId: workspace }),
  },
  'policy.setManagedProject': {
    least: 'manager',
    call: ({ workspace }) => input({ workspaceId: workspace, manifest: { dependencies: {} } }),
  },
  'policy.deleteManagedProject': {
    least: 'manager',
    call: ({ workspace }) => input({ workspaceId: workspace }),
  },
};

const ofTools = { targetType: 'workspace', targetId: 'tools' };

async function policy(stage: Stage): Promise<AuditObject> {
  const { id, name } = await stage.workspace('tools');
  return { kind: 'workspacePolicy', id, name };
}

const managedProject = async (stage: Stage, input: object = {}): Promise<AuditedCall> => ({
  input: { workspaceId: 'tools', ...input },
  object: await stage.workspace('tools'),
});

export const auditedCalls: AuditedCalls = {
  'policy.setPolicy': async (stage) => ({
    input: { ...ofTools, installPolicy: { version: 1, rules: {} } },
    object: await policy(stage),
  }),
  'policy.deletePolicy': async (stage) => ({ input: ofTools, object: await policy(stage) }),
  'policy.setManagedProject': (stage) => managedProject(stage, { manifest: { dependencies: {} } }),
  'policy.deleteManagedProject': (stage) => managedProject(stage),
};
