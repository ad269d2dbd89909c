import { counted } from '../../../toolbox/plural.js';
import type { VerdictView } from '../contract/run-view.js';
import { bootstrapInterval } from './bootstrap-interval.js';
import { meanOf } from './moments.js';
import { randomOf } from './random.js';
import { EFFECT, scenariosNeeded } from './scenarios-needed.js';
import { isExact, signFlipTest } from './sign-flip-test.js';

/** The most p-value that shows a difference, two-sided. */
export const LEVEL = 0.05;
const DRAWS = 19_999;

type Comparison = Omit<VerdictView, 'calibration'>;

/**
 * What the differences of scenarios show (docs/adr/0069). A p-value of at most 0.05 says `improves` or `harms`, by the sign of the lift. Otherwise a run with as many
 * scenarios as would show a lift of ten percentage points four times in five says `no difference shown`; with fewer it is `underpowered`, and the text names how many
 * are needed. Each scenario counts once, whatever the number of its pairs.
 */
export function verdictOf(pairs: readonly (readonly number[])[], seed: string): Comparison {
  const differences = pairs.map(meanOf);
  const lift = differences.length === 0 ? null : meanOf(differences);
  const p = lift === null ? null : signFlipTest(differences, randomOf(`${seed}/test`), DRAWS);
  const interval = bootstrapInterval(differences, { low: -1, high: 1 }, randomOf(`${seed}/lift`));
  const needed = scenariosNeeded(differences);
  const verdict = nameOf({ p, lift, enough: differences.length >= needed });
  return {
    verdict,
    text:
      verdict === 'underpowered'
        ? `underpowered (needs about ${counted(needed, 'scenario')})`
        : verdict,
    lift: lift === null ? null : lift * 100,
    interval: interval && { low: interval.low * 100, high: interval.high * 100 },
    p,
    test: isExact(differences)
      ? 'exact sign-flip permutation test over scenarios'
      : `sign-flip permutation test over scenarios, ${DRAWS.toLocaleString('en')} random assignments`,
    scenarios: differences.length,
    pairs: pairs.flat().length,
    needed,
    effect: EFFECT * 100,
  };
}

interface Evidence {
  readonly p: number | null;
  readonly lift: number | null;
  readonly enough: boolean;
}

function nameOf({ p, lift, enough }: Evidence): VerdictView['verdict'] {
  if (p !== null && lift !== null && p <= LEVEL) return lift > 0 ? 'improves' : 'harms';
  return enough ? 'no difference shown' : 'underpowered';
}
