import type { ApiAnswer } from '../contract/api-call.js';

/** The answer is for programs: the same with and without `--json`. */
export const apiText = (answer: ApiAnswer | undefined): string =>
  answer === undefined ? '' : JSON.stringify(answer, null, 2);
