import { internalError, isSvcError, type SvcError } from 'svc-registry/kernel';
import type { FormProblem } from '../contract/index.js';

/** What the person at the form can do something about. */
const REFUSED = new Set([400, 401, 403, 409, 429]);

export const isRefusal = (error: unknown): error is SvcError =>
  isSvcError(error) && REFUSED.has(error.status);

/** A 401 would have to say how programs sign in; the person at the form is refused. */
export const statusOf = ({ status }: SvcError): number => (status === 401 ? 403 : status);

export const toldError = (error: unknown): SvcError =>
  isSvcError(error) ? error : internalError(undefined, { cause: error });

export function headersOf({ details }: SvcError): Record<string, string> {
  const { retryAfterSeconds, allow } = details;
  return {
    ...(typeof retryAfterSeconds === 'number' && { 'Retry-After': String(retryAfterSeconds) }),
    ...(typeof allow === 'string' && { Allow: allow }),
  };
}

/** `password must be longer` below the field of that name reads: must be longer. */
const below = (field: string, message: string): string =>
  message.startsWith(`${field} `) ? message.slice(field.length + 1) : message;

export function formProblem({ code, message: text, hint, issues }: SvcError): FormProblem {
  const message = issues.length > 1 ? 'Some entries are not right; nothing was done.' : text;
  const fields = new Map(
    issues.flatMap(({ field, message }) =>
      field === undefined ? [] : [[field, below(field, message)] as const],
    ),
  );
  return { code, message, hint, fields };
}
