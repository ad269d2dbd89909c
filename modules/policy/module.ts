import { contribute, defineModule, handle, locatorsPoint } from 'svc-registry/kernel';
import { permissionsPoint, workspaceContentPoint } from '../identity/contract/access.js';
import { installPoliciesPoint } from '../install/contract/policies.js';
import { tablesPoint } from '../persistence/contract/db.js';
import { rowReferencesPoint } from '../persistence/contract/references.js';
import { publishPoliciesPoint } from '../registry/contract/publish-policies.js';
import type {
  EvaluateInstallInput,
  EvaluatePolicyInput,
  EvaluationView,
} from './contract/dto/evaluation.js';
import * as commands from './contract/commands.js';
import * as errors from './contract/errors.js';
import * as operations from './contract/operations.js';
import { settings } from './contract/settings.js';
import { policyTargetsPoint } from './contract/targets.js';
import { pages } from './pages.js';

const policies = () => import('./server/handlers/policies.js');
const managed = () => import('./server/handlers/managed-projects.js');
const evaluate = () => import('./server/handlers/evaluate.js').then((m) => m.EvaluateHandler);
const texts = () => import('./client/texts.js');
const builtIn = () => import('./server/targets/built-in-targets.js');

/** The workspace of a policy is not listed: a project's policy may remain after project and workspace are deleted. */
const references = (
  [
    ['policies', 'organization'],
    ['managed_projects', 'organization'],
    ['managed_projects', 'workspace'],
  ] as const
).map(([table, to]) =>
  contribute(rowReferencesPoint, `policy.${table}.${to}`, {
    table: `policy_${table}`,
    column: `${to}_id`,
    to: { table: `identity_${to}s`, column: 'id' },
  }),
);

export default defineModule({
  id: 'policy',
  api: '^1.0.0',
  summary: 'Says what may be installed and published',
  requires: ['persistence', 'web', 'identity', 'registry', 'install'],
  operations: [
    handle(operations.viewPolicy, { run: () => policies().then((m) => m.ViewPolicyHandler) }),
    handle(operations.setPolicy, { run: () => policies().then((m) => m.SetPolicyHandler) }),
    handle(operations.deletePolicy, { run: () => policies().then((m) => m.DeletePolicyHandler) }),
    handle(operations.viewEffectivePolicy, {
      run: () => policies().then((m) => m.ViewEffectivePolicyHandler),
    }),
    handle<EvaluateInstallInput, EvaluationView>(operations.evaluateInstall, { run: evaluate }),
    handle<EvaluatePolicyInput, EvaluationView>(operations.evaluatePolicy, { run: evaluate }),
    handle(operations.viewManagedProject, {
      run: () => managed().then((m) => m.ViewManagedProjectHandler),
    }),
    handle(operations.setManagedProject, {
      run: () => managed().then((m) => m.SetManagedProjectHandler),
    }),
    handle(operations.deleteManagedProject, {
      run: () => managed().then((m) => m.DeleteManagedProjectHandler),
    }),
    handle(commands.showPolicies, {
      run: () => import('./client/handlers/show.js').then((m) => m.ShowPolicyHandler),
      text: () => texts().then((m) => m.shownPolicyText),
    }),
    handle(commands.editPolicies, {
      run: () => import('./client/handlers/edit.js').then((m) => m.EditPolicyHandler),
      text: () => texts().then((m) => m.editedPolicyText),
    }),
    handle(commands.evaluatePlugins, {
      run: () => import('./client/handlers/evaluate.js').then((m) => m.EvaluatePluginsHandler),
      text: () => texts().then((m) => m.evaluatedText),
    }),
  ],
  errors: Object.values(errors),
  points: [policyTargetsPoint],
  contributes: [
    ...references,
    ...settings,
    ...pages,
    contribute(tablesPoint, 'policy', { prefix: 'policy_' }, () => import('./server/tables.js')),
    contribute(locatorsPoint, 'policyTarget', { kind: 'policyTarget' }, () =>
      import('./server/targets/target-locator.js').then((m) => m.TargetLocator),
    ),
    contribute(policyTargetsPoint, 'org', { type: 'org', rank: 0, summary: 'Organizations' }, () =>
      builtIn().then((m) => m.OrganizationTargets),
    ),
    contribute(
      policyTargetsPoint,
      'workspace',
      { type: 'workspace', rank: 1, summary: 'Workspaces' },
      () => builtIn().then((m) => m.WorkspaceTargets),
    ),
    contribute(
      installPoliciesPoint,
      'policy',
      { summary: 'The policies of the organization, its workspaces and projects' },
      () => import('./client/server-policy.js').then((m) => m.ServerPolicy),
    ),
    contribute(
      publishPoliciesPoint,
      'policy',
      { summary: 'The policies of the organization and its workspaces' },
      () => import('./server/publish-policy.js').then((m) => m.EffectivePublishPolicy),
    ),
    contribute(workspaceContentPoint, 'policy', { summary: 'Policies' }, () =>
      import('./server/workspace-policies.js').then((m) => m.WorkspacePolicies),
    ),
    contribute(permissionsPoint, 'policy:read', {
      workspace: 'member',
      organization: 'member',
      summary: 'See policies, and ask what they allow',
    }),
    contribute(permissionsPoint, 'policy:edit', {
      workspace: 'manager',
      summary: 'Make policies of a workspace; those of an organization are for its admins',
    }),
  ],
});
