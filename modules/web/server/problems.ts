import { internalError, isSvcError, type SvcError } from 'svc-registry/kernel';
import type { FormProblem } from '../contract/index.js';

/** Statuses of errors that the person at the form can correct. */
const REFUSED = new Set([400, 401, 403, 409, 429]);

export const isRefusal = (error: unknown): error is SvcError =>
  isSvcError(error) && REFUSED.has(error.status);

/** The status of an error page. A 401 would require a header that says how programs sign in, so the person gets a 403. */
export const statusOf = ({ status }: SvcError): number => (status === 401 ? 403 : status);

export const asSvcError = (error: unknown): SvcError =>
  isSvcError(error) ? error : internalError(undefined, { cause: error });

export function headersOf({ details }: SvcError): Record<string, string> {
  const { retryAfterSeconds, allow } = details;
  return {
    ...(typeof retryAfterSeconds === 'number' && { 'Retry-After': String(retryAfterSeconds) }),
    ...(typeof allow === 'string' && { Allow: allow }),
  };
}

/** Removes the field's name from a message below that field: `password must be longer` becomes `must be longer`. */
const below = (field: string, message: string): string =>
  message.startsWith(`${field} `) ? message.slice(field.length + 1) : message;

/** Then no rule about its content helps the person. */
const isEmpty = (form: URLSearchParams, field: string): boolean => form.get(field) === '';

export function formProblem(
  { code, message: text, hint, issues }: SvcError,
  form: URLSearchParams,
): FormProblem {
  const message = issues.length > 1 ? 'Some entries are not valid, so nothing was done.' : text;
  const fields = new Map(
    issues.flatMap(({ field, message }) =>
      field === undefined
        ? []
        : [[field, isEmpty(form, field) ? 'must be filled in' : below(field, message)] as const],
    ),
  );
  return { code, message, hint, fields };
}
