import type { RE2JS } from 're2js';
import { ValueProblem } from '../template-error.js';
import type { Budget } from './budget.js';

const MAX_PATTERN = 1000;
/** Of all counted repetitions together: each makes copies of what it repeats. */
const MAX_REPETITIONS = 1000;
/** So many instructions of a pattern over one character count as one step. */
const INSTRUCTIONS_PER_STEP = 32;

let library: typeof RE2JS | undefined;

/** Loads what the test `matching` needs; to be called before it is used. */
export async function loadPatterns(): Promise<void> {
  library ??= (await import('re2js')).RE2JS;
}

/**
 * Whether a pattern is found in a text, in time that grows with the length of both only.
 * @throws {ValueProblem} if the pattern is none
 */
export function matches(text: string, pattern: string, budget: Budget): boolean {
  if (pattern.length > MAX_PATTERN) {
    throw new ValueProblem(`A pattern has at most ${MAX_PATTERN} characters.`);
  }
  const repetitions = [...pattern.matchAll(/\{(\d+)(?:,(\d*))?\}/g)].reduce(
    (sum, [, least, most]) => sum + Math.max(Number(least), Number(most ?? 0)),
    0,
  );
  if (repetitions > MAX_REPETITIONS) {
    throw new ValueProblem(`A pattern repeats at most ${MAX_REPETITIONS} times altogether.`);
  }
  const compiled = compile(pattern);
  budget.step(Math.ceil(((text.length + 1) * compiled.programSize()) / INSTRUCTIONS_PER_STEP));
  return compiled.matcher(text).find();
}

function compile(pattern: string): RE2JS {
  if (library === undefined) throw new Error('Patterns are loaded before they are used.');
  try {
    return library.compile(pattern);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ValueProblem(`The pattern \`${pattern}\` cannot be read: ${reason}.`);
  }
}
