import { defineFacet, provide } from 'svc-registry/kernel';
import { EffectivePolicies, effectivePoliciesKey } from './effective-policies.js';
import { ManagedProjects, managedProjectsKey } from './managed-projects.js';
import { StoredPolicies, storedPoliciesKey } from './stored-policies.js';
import { TargetFinder, targetFinderKey } from './targets/target-finder.js';

export default defineFacet({
  provides: [
    provide(targetFinderKey, TargetFinder),
    provide(storedPoliciesKey, StoredPolicies),
    provide(effectivePoliciesKey, EffectivePolicies),
    provide(managedProjectsKey, ManagedProjects),
  ],
});
