import { PatternError } from './pattern-error.js';
import { partsOf, type PatternNode } from './pattern-node.js';

/** How often a part may be repeated by count, nested counts multiplied. */
export const MOST_REPETITIONS = 1000;
/** Steps of the program that a pattern becomes: what compiling it costs. */
export const MOST_STEPS = 20_000;

interface Measured {
  readonly steps: number;
  readonly repetitions: number;
}

/** Refuses what would take long to compile, and answers the steps. Throws `PatternError`. */
export function checkedSteps(root: PatternNode): number {
  const { steps, repetitions } = measured(root);
  if (repetitions > MOST_REPETITIONS) {
    throw new PatternError(
      -1,
      'counted repetitions within each other repeat a part more than 1,000 times; ' +
        'write smaller counts, or `*`',
    );
  }
  if (steps > MOST_STEPS) {
    throw new PatternError(
      -1,
      'with all repetitions it has more than 20,000 parts; write smaller counts, or `*`',
    );
  }
  return steps;
}

function measured(node: PatternNode): Measured {
  let steps = 1;
  let repetitions = 1;
  for (const part of partsOf(node)) {
    const of = measured(part);
    steps += of.steps;
    repetitions = Math.max(repetitions, of.repetitions);
  }
  if (node.kind !== 'repeat') return { steps, repetitions };
  const times = Math.max(1, node.max === Infinity ? node.min : node.max);
  return { steps: steps * times, repetitions: repetitions * times };
}
