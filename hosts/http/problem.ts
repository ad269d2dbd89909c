import type { Request, Response } from 'express';
import type { IncomingMessage } from 'node:http';
import {
  fromFileSystem,
  internalError,
  invalidInput,
  isSvcError,
  type SvcError,
} from 'svc-registry/kernel';
import { shortened } from '../../toolbox/shortened.js';
import { MOST_TEXT, reportedIssues, serverFilesUnusable } from '../../kernel/index.js';
import { noSuchRoute } from '../module/contract/errors.js';
import { hasEscapedSurrogate } from './lone-surrogates.js';
import { sendJson } from './send-json.js';

/** A problem document (RFC 9457) with svc's additional members. */
export interface Problem {
  /** A reference relative to the server: the page that explains the code. */
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  /** The request's id, which is also in the server log. */
  readonly instance: string;
  readonly code: string;
  readonly hint?: string | undefined;
  readonly exit: number;
  readonly issues: SvcError['issues'];
}

export function problemOf(error: SvcError, requestId: string): Problem {
  const { details, title, status, message, code, hint, exit, issues } = error;
  return {
    ...details,
    // a module may use a registered problem type
    type: typeof details['type'] === 'string' ? details['type'] : `/errors/${code}`,
    title,
    status,
    detail: shortened(message, MOST_TEXT),
    instance: `urn:svc:request:${requestId}`,
    code,
    hint,
    exit,
    issues: reportedIssues(issues),
  };
}

/** Whether express has thrown for a malformed percent-escape. */
const isMalformedEscape = (error: unknown): boolean =>
  (error as { name?: unknown } | null)?.name === 'URIError';

/** The error for a malformed address: half a character is invalid input, and any other malformed escape matches no route. */
function malformedAddress({
  method,
  originalUrl,
}: Pick<Request, 'method' | 'originalUrl'>): SvcError {
  return hasEscapedSurrogate(originalUrl)
    ? invalidInput({ what: 'The address holds half a character (a lone surrogate).' })
    : noSuchRoute({ method });
}

/** Turns anything that is thrown while a request is answered into an error that callers may see. */
export function requestError(
  error: unknown,
  request: Pick<Request, 'method' | 'originalUrl'>,
): SvcError {
  if (isSvcError(error)) return error;
  if (isMalformedEscape(error)) return malformedAddress(request);
  return (fromFileSystem(error) === undefined ? internalError : serverFilesUnusable)(undefined, {
    cause: error,
  });
}

export function sendProblem(error: SvcError, request: Request, response: Response): void {
  if (error.status === 401) response.setHeader('WWW-Authenticate', 'Bearer');
  const { retryAfterSeconds } = error.details;
  if (typeof retryAfterSeconds === 'number')
    response.setHeader('Retry-After', String(retryAfterSeconds));
  const body = problemOf(error, String(response.locals['requestId']));
  sendJson(response, { status: error.status, body, type: 'application/problem+json' });
  discardBody(request);
}

const DISCARD_LIMIT = 5_000;

/** Reads the rest of the body for a limited time: a connection that is closed at once would lose the answer. */
export function discardBody(request: IncomingMessage): void {
  if (request.complete) return;
  const timer = setTimeout(() => request.destroy(), DISCARD_LIMIT).unref();
  request.on('close', () => {
    clearTimeout(timer);
  });
  request.resume();
}
