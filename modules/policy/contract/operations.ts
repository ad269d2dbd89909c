import { defineCommand, defineOperation, type Caller } from 'svc-registry/kernel';
import { callersPlaceRef, targetRef } from './targets.js';

const policyDto = () => import('./dto/policy.js');
const evaluationDto = () => import('./dto/evaluation.js');
const managedDto = () => import('./dto/managed-project.js');
const read = { permission: 'policy:read', on: 'policyTarget', of: targetRef } as const;
const edit = { permission: 'policy:edit', on: 'policyTarget', of: targetRef } as const;

export const viewPolicy = defineOperation({
  id: 'policy.viewPolicy',
  summary: 'Show the policies that an organization, workspace or project has of its own',
  effect: 'read',
  runsAt: 'server',
  access: read,
  input: () => policyDto().then((m) => m.PolicyTargetRef),
  output: () => policyDto().then((m) => m.PolicyView),
  http: { method: 'GET', path: '/v1/policies/:targetType/:targetId', tag: 'public' },
});

export const setPolicy = defineOperation({
  id: 'policy.setPolicy',
  summary: 'Replace the policies of an organization, workspace or project',
  description:
    'Both policies at once: what is left out is removed. Counts from the next install, publish and evaluation on.',
  effect: 'write',
  idempotent: true,
  runsAt: 'server',
  access: edit,
  input: () => policyDto().then((m) => m.SetPolicyInput),
  output: () => policyDto().then((m) => m.PolicyView),
  http: { method: 'PUT', path: '/v1/policies/:targetType/:targetId', tag: 'public' },
});

export const deletePolicy = defineCommand({
  id: 'policy.deletePolicy',
  summary: 'Remove the policies of an organization, workspace or project',
  effect: 'write',
  idempotent: true,
  runsAt: 'server',
  access: edit,
  input: () => policyDto().then((m) => m.DeletePolicyInput),
  http: { method: 'DELETE', path: '/v1/policies/:targetType/:targetId', tag: 'public' },
});

export const viewEffectivePolicy = defineOperation({
  id: 'policy.viewEffectivePolicy',
  summary: 'Show what holds for a target: the strictest from its organization down',
  effect: 'read',
  runsAt: 'server',
  access: read,
  input: () => policyDto().then((m) => m.EffectivePolicyInput),
  output: () => policyDto().then((m) => m.EffectivePolicyView),
  http: { method: 'GET', path: '/v1/policies/:targetType/:targetId/effective', tag: 'public' },
});

export const evaluateInstall = defineOperation({
  id: 'policy.evaluateInstall',
  summary: 'Say what may be installed into a project of a workspace',
  description: 'One answer for each source, in their order. Writes nothing.',
  effect: 'read',
  runsAt: 'server',
  access: {
    permission: 'policy:read',
    on: 'policyTarget',
    of: ({ workspace }, caller: Caller) =>
      workspace === undefined
        ? callersPlaceRef(caller)
        : targetRef({ targetType: 'workspace', targetId: workspace }),
  },
  input: () => evaluationDto().then((m) => m.EvaluateInstallInput),
  output: () => evaluationDto().then((m) => m.EvaluationView),
  http: { method: 'POST', path: '/v1/install/policy/evaluate', tag: 'public' },
});

export const evaluatePolicy = defineOperation({
  id: 'policy.evaluatePolicy',
  summary: 'Say what the policies of any target would let be installed',
  description: 'One answer for each source, in their order. Writes nothing.',
  effect: 'read',
  runsAt: 'server',
  access: read,
  input: () => evaluationDto().then((m) => m.EvaluatePolicyInput),
  output: () => evaluationDto().then((m) => m.EvaluationView),
  http: { method: 'POST', path: '/v1/policy/evaluate', tag: 'public' },
});

const managed = '/v1/workspaces/:workspaceId/managed-project-policy';

export const viewManagedProject = defineOperation({
  id: 'policy.viewManagedProject',
  summary: 'Show what a workspace prescribes to its managed projects',
  effect: 'read',
  runsAt: 'server',
  access: { permission: 'policy:read', on: 'workspace', of: ({ workspaceId }) => workspaceId },
  input: () => managedDto().then((m) => m.ManagedProjectRef),
  output: () => managedDto().then((m) => m.ManagedProjectView),
  http: { method: 'GET', path: managed, tag: 'public' },
});

export const setManagedProject = defineOperation({
  id: 'policy.setManagedProject',
  summary: 'Prescribe versions of plugins to the managed projects of a workspace',
  effect: 'write',
  idempotent: true,
  runsAt: 'server',
  access: { permission: 'policy:edit', on: 'workspace', of: ({ workspaceId }) => workspaceId },
  input: () => managedDto().then((m) => m.SetManagedProjectInput),
  output: () => managedDto().then((m) => m.ManagedProjectView),
  http: { method: 'PUT', path: managed, tag: 'public' },
});

export const deleteManagedProject = defineCommand({
  id: 'policy.deleteManagedProject',
  summary: 'Prescribe nothing to the managed projects of a workspace any more',
  effect: 'write',
  idempotent: true,
  runsAt: 'server',
  access: { permission: 'policy:edit', on: 'workspace', of: ({ workspaceId }) => workspaceId },
  input: () => managedDto().then((m) => m.ManagedProjectRef),
  http: { method: 'DELETE', path: managed, tag: 'public' },
});
