import { isSvcError, type SvcError } from 'svc-registry/kernel';
import type { FailedCheck } from '../../contract/results.js';
import { failedCheck, isGone } from '../resolve/gone.js';
import type { ResolvedPlugin } from '../resolve/resolve.js';
import type { PlannedPlugin } from './plan.js';

/** A plugin of the lock that its source or the registry does not have any more. */
export interface GonePlugin {
  readonly name: string;
  readonly gone: SvcError;
}

export interface Plans {
  readonly planned: readonly PlannedPlugin[];
  /** They stay in svc.json and the lock as they are, and keep nobody else from being installed. */
  readonly failed: readonly FailedCheck[];
}

/** Plans a plugin. What the command does not name and only its source lacks is an answer, and no error. */
export async function planUnlessGone(
  { name, locked }: Pick<ResolvedPlugin, 'name' | 'locked'>,
  isRequired: boolean,
  plan: () => Promise<PlannedPlugin>,
): Promise<PlannedPlugin | GonePlugin> {
  try {
    return await plan();
  } catch (error) {
    const isBearable = !isRequired && locked !== undefined;
    if (isBearable && isSvcError(error) && isGone(error)) return { name, gone: error };
    throw error;
  }
}

/** Throws the first error if nothing is left. */
export function plansOf(outcomes: readonly (PlannedPlugin | GonePlugin)[]): Plans {
  const planned = outcomes.flatMap((one) => ('gone' in one ? [] : [one]));
  const gone = outcomes.flatMap((one) => ('gone' in one ? [one] : []));
  const [first] = gone;
  if (first !== undefined && planned.length === 0) throw first.gone;
  return { planned, failed: gone.map(({ name, gone: error }) => failedCheck(name, error)) };
}
