import {
  compiledLinear,
  isCertain,
  linearLibrary,
  linearPattern,
  parsedLinear,
  searchPattern,
} from './engines/compiled-pattern.js';
import { parsePattern } from './syntax/parse-pattern.js';
import { PatternError } from './syntax/pattern-error.js';

/** What is wrong with a pattern that must be matched in linear time, as a clause that says what to write; `undefined` when nothing is. */
export async function linearPatternProblem(pattern: string): Promise<string | undefined> {
  return problemOf(pattern, async () => {
    if (isCertain(parsedLinear(pattern, true))) return;
    compiledLinear(await linearLibrary(), linearPattern(pattern, true));
  });
}

/** The same of a pattern that may look around. */
export async function patternProblem(pattern: string): Promise<string | undefined> {
  return problemOf(pattern, async () => {
    if (!isCertain(parsePattern(pattern, false)))
      searchPattern(await linearLibrary(), pattern, false);
  });
}

async function problemOf(pattern: string, check: () => Promise<void>): Promise<string | undefined> {
  try {
    await check();
    return undefined;
  } catch (error) {
    if (error instanceof PatternError) return clauseOf(pattern, error);
    throw error;
  }
}

/** An error of a pattern, with its position, as a clause. */
export function clauseOf(pattern: string, { message, at }: PatternError): string {
  if (at < 0) return message;
  return `at character ${Array.from(pattern.slice(0, at)).length + 1}, ${message}`;
}
