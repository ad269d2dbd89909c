import type { Context } from 'svc-registry/kernel';
import type { PolicyTarget } from '../../contract/targets.js';

/** The target of the operation, found by the locator of `policyTarget`. */
export function targetOf({ target }: Context): PolicyTarget {
  if (target?.kind !== 'policyTarget')
    throw new TypeError('the operation names no target of a policy');
  return target.value as PolicyTarget;
}
