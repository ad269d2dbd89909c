import type { Context } from 'svc-registry/kernel';
import type { PolicyTarget } from '../../contract/targets.js';

/** What the operation is about, as the locator of `policyTarget` has found it. */
export function targetOf({ target }: Context): PolicyTarget {
  if (target?.kind !== 'policyTarget')
    throw new TypeError('the operation names no target of a policy');
  return target.value as PolicyTarget;
}
