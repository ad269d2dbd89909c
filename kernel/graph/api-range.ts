import satisfies from 'semver/functions/satisfies.js';
import validRange from 'semver/ranges/valid.js';
import { KERNEL_API_VERSION } from '../api/module.js';

/** Why a module for this range of API versions cannot be used here; `undefined` when it can. */
export function apiRangeProblem(api: string): string | undefined {
  if (validRange(api) === null)
    return `"api" is "${api}", which is not a range of versions such as "^1.0.0"`;
  if (satisfies(KERNEL_API_VERSION, api)) return undefined;
  return `written for kernel api ${api}, but this is ${KERNEL_API_VERSION}`;
}
