import { isSvcError, type SvcError } from 'svc-registry/kernel';
import { downloadUnavailable, packageVersionUnknown } from '../../contract/package-errors.js';
import type { FailedCheck } from '../../contract/results.js';
import {
  nothingToInstall,
  pathUnknown,
  refUnknown,
  repositoryUnavailable,
  repositoryUnreachable,
} from '../../contract/source-errors.js';
import type { ResolvedPlugin } from '../resolve/resolve.js';
import type { PlannedPlugin } from './plan.js';

/** What sources answer that are gone, private or moved. */
const GONE = [
  repositoryUnavailable,
  repositoryUnreachable,
  refUnknown,
  pathUnknown,
  nothingToInstall,
  downloadUnavailable,
  packageVersionUnknown,
];

/** A plugin of the lock whose source does not have it any more. */
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
  { name, locked, source }: Pick<ResolvedPlugin, 'name' | 'locked' | 'source'>,
  isRequired: boolean,
  plan: () => Promise<PlannedPlugin>,
): Promise<PlannedPlugin | GonePlugin> {
  try {
    return await plan();
  } catch (error) {
    const isBearable = !isRequired && locked !== undefined && source.kind !== 'registry';
    if (isBearable && isSvcError(error) && GONE.some((one) => one.is(error)))
      return { name, gone: error };
    throw error;
  }
}

/** Throws the first error if nothing is left. */
export function plansOf(outcomes: readonly (PlannedPlugin | GonePlugin)[]): Plans {
  const planned = outcomes.flatMap((one) => ('gone' in one ? [] : [one]));
  const gone = outcomes.flatMap((one) => ('gone' in one ? [one] : []));
  const [first] = gone;
  if (first !== undefined && planned.length === 0) throw first.gone;
  return { planned, failed: gone.map(failedOf) };
}

function failedOf({ name, gone: { code, message, hint } }: GonePlugin): FailedCheck {
  const remedy = `\`svc uninstall ${name}\` takes it out of svc.json.`;
  return { name, code, message: [message, hint, remedy].filter(Boolean).join(' ') };
}
