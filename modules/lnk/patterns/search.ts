import type { RE2JS } from 're2js';
import { TaskTooLarge, WorkerThread } from '../../../toolbox/worker-thread.js';
import { linearLibrary, searchPattern } from './engines/compiled-pattern.js';
import type { ScriptExpression } from './engines/look-around-source.js';
import { searched, type SearchResult, type SearchTask } from './search-task.js';

export type { SearchResult } from './search-task.js';

export interface SearchOptions {
  /** Upper and lower case are the same. Default false. */
  readonly ignoreCase?: boolean;
  readonly signal?: AbortSignal;
}

/** Of the thread. Each pattern has a shorter deadline in it; this one counts when the thread itself hangs. */
const LIMITS = { milliseconds: 5000, megabytes: 64 };
/** Patterns that the thread gets at once, so that all their deadlines together are below its limit. */
const AT_ONCE = 50;
/** Milliseconds without work after which the thread ends; the next search starts it again. */
const IDLE = 5000;

const TOO_LONG: SearchResult = { matched: null, tookTooLong: true };

const thread = new WorkerThread<SearchTask, readonly SearchResult[]>(
  new URL('search-thread.js', import.meta.url),
  LIMITS,
);
/** Node starts no thread from TypeScript. */
const isSource = import.meta.url.endsWith('.ts');
let idle: NodeJS.Timeout | undefined;

/**
 * Searches texts for patterns that may look around; answers for each pattern in their order. Those that can be matched in linear time are, here; the others
 * in a thread, with a deadline. Throws an error for a pattern that is wrong, which `patternProblem` finds before, and the signal's reason.
 */
export async function search(
  patterns: readonly string[],
  texts: readonly string[],
  { ignoreCase = false, signal = new AbortController().signal }: SearchOptions = {},
): Promise<readonly SearchResult[]> {
  if (patterns.length === 0) return [];
  const library = await linearLibrary();
  signal.throwIfAborted();
  const compiled = patterns.map((pattern) => searchPattern(library, pattern, ignoreCase));
  const lookAround = compiled.filter((pattern) => pattern.kind === 'lookAround');
  const slow = await searchInThread(
    lookAround.map(({ expression }) => expression),
    texts,
    signal,
  );
  const answers = slow.values();
  return compiled.map((pattern) =>
    pattern.kind === 'linear'
      ? searchLinear(pattern.expression, texts)
      : (answers.next().value ?? TOO_LONG),
  );
}

function searchLinear(expression: RE2JS, texts: readonly string[]): SearchResult {
  const found = texts.findIndex((text) => expression.test(text));
  return { matched: found < 0 ? null : found, tookTooLong: false };
}

async function searchInThread(
  expressions: readonly ScriptExpression[],
  texts: readonly string[],
  signal: AbortSignal,
): Promise<readonly SearchResult[]> {
  const results: SearchResult[] = [];
  for (let from = 0; from < expressions.length; from += AT_ONCE) {
    const some = expressions.slice(from, from + AT_ONCE);
    results.push(...(await answersOf({ expressions: some, texts }, signal)));
  }
  return results;
}

async function answersOf(task: SearchTask, signal: AbortSignal): Promise<readonly SearchResult[]> {
  if (isSource) return searched(task);
  clearTimeout(idle);
  try {
    return await thread.do(task, signal);
  } catch (error) {
    if (!(error instanceof TaskTooLarge)) throw error;
    return task.expressions.map(() => TOO_LONG);
  } finally {
    clearTimeout(idle);
    idle = setTimeout(() => void thread.end(), IDLE).unref();
  }
}
