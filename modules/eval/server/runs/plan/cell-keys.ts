import { createHash } from 'node:crypto';
import type { Variant } from '../../../contract/words.js';
import { fingerprintOf, SOLUTION, type BundledScenario } from '../../bundle/open-bundle.js';
import type { EvalRun, EvalSettings } from '../eval-run.entity.js';

/** Changes when cells are prepared or checked differently: older results are not taken over then. */
const VERSION = 4;

/** What the solutions of a run depend on, besides their scenarios. */
export interface SolvedBy extends Pick<EvalRun, 'contextType' | 'contextFingerprint'> {
  readonly settings: EvalSettings;
  /** Of the variables. */
  readonly environment: string;
}

/** What a solution of a scenario depends on: everything in its folder but how it is scored. Only the oracle is given the reference solution. */
export function solvedFingerprint({ files, fixtures }: BundledScenario, agent: string): string {
  const own = new Map([...files].filter(([path]) => path !== 'criteria.json'));
  if (agent !== 'oracle') return fingerprintOf({ files: own, fixtures });
  const solution = [...own.values()].filter(({ path }) => path.startsWith(SOLUTION));
  return fingerprintOf({ files: own, fixtures: new Map([...fixtures, [SOLUTION, solution]]) });
}

export interface KeyedCell {
  readonly fingerprint: string;
  readonly variant: Variant;
  readonly repeat: number;
}

/**
 * Hash of everything that a solution depends on, the repeat among it. A baseline is searched for traces of one context, so it is no baseline for another one.
 */
export function solutionKeyOf(
  { fingerprint, variant, repeat }: KeyedCell,
  { contextType, contextFingerprint, environment, settings }: SolvedBy,
): string {
  const { agent, model, skills, skipForcedContextActivation } = settings;
  const context = [contextType, contextFingerprint, [...skills].sort()];
  const isForced = variant === 'baseline' ? null : !skipForcedContextActivation;
  const parts = [VERSION, fingerprint, variant, repeat, agent, model, environment];
  return createHash('sha256')
    .update(JSON.stringify([...parts, context, isForced]))
    .digest('hex');
}
