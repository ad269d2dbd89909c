import { isSvcError } from 'svc-registry/kernel';

/** Why a search was refused. */
export interface SearchProblem {
  readonly message: string;
  readonly hint: string;
}

/** What the person can mend by another search; anything else is thrown on. */
export function asProblem(error: unknown): SearchProblem {
  if (!isSvcError(error) || error.status !== 400) throw error;
  return { message: error.message, hint: error.hint ?? '' };
}
