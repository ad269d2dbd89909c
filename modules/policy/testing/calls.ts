import type { AuditObject } from '../../audit/contract/events.js';
import type {
  AuditedCall,
  AuditedCalls,
  Stage,
} from '../../../test/contract/audit/audited-calls.js';
import {
  type AccessCase,
  type AccessCases,
  input,
  type Fixture,
} from '../../../test/contract/authorization/access-case.js';

type Least = AccessCase['least'];
const noRules = { installPolicy: { version: 1, rules: {} } };
const sources = [{ kind: 'file' }];

/** The calls that read and write the policies of one kind of target. */
function casesOf(
  kind: string,
  { reads, writes, target }: { reads: Least; writes: Least; target: (fixture: Fixture) => object },
): AccessCases {
  const wide = kind === ' of an organization' ? ({ wide: true } as const) : {};
  const whose = (least: Least, more: object = {}): AccessCase => ({
    least,
    ...wide,
    call: (fixture) => input({ ...target(fixture), ...more }),
  });
  return {
    [`policy.viewPolicy${kind}`]: whose(reads),
    [`policy.setPolicy${kind}`]: whose(writes, noRules),
    [`policy.deletePolicy${kind}`]: whose(writes),
    [`policy.viewEffectivePolicy${kind}`]: whose(reads, { provenance: true }),
    [`policy.evaluatePolicy${kind}`]: whose(reads, { sources }),
  };
}

/** How the operations are called, and who may call them. */
export const accessCases: AccessCases = {
  ...casesOf('', {
    reads: 'member',
    writes: 'manager',
    target: ({ workspace }) => ({ targetType: 'workspace', targetId: workspace }),
  }),
  ...casesOf(' of an organization', {
    reads: 'organization member',
    writes: 'organization admin',
    target: ({ organization }) => ({ targetType: 'org', targetId: organization }),
  }),
  ...casesOf(' of a project', {
    reads: 'member',
    writes: 'manager',
    target: ({ project }) => ({ targetType: 'project', targetId: project }),
  }),
  'policy.evaluateInstall': {
    least: 'member',
    call: ({ workspace }) => input({ workspace, sources }),
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
