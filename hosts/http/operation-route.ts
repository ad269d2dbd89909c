import type { Request, RequestHandler, Response } from 'express';
import type { Caller, FileResult, Page } from 'svc-registry/kernel';
import { NOTICE_HEADER, type CallRequest, type Kernel } from '../../kernel/index.js';
import { strangersBodies } from './body-budget.js';
import { sendFile } from './file-answer.js';
import { JSON_LIMITS, readJsonBody, type JsonBodyOptions } from './json-body.js';
import { listDocument } from './list-links.js';
import { InputReader } from './operation-input.js';
import type { Refusals } from './refusals.js';
import { receiveUpload } from './request-body.js';
import type { HttpOperation } from './route-order.js';
import { sendJson } from './send-json.js';
import { bearerToken, clientAddress, requestOrigin, signalOf } from './request-facts.js';

function queryOf({ originalUrl }: Request): string {
  const start = originalUrl.indexOf('?');
  return start === -1 ? '' : originalUrl.slice(start + 1);
}

function answer(
  { http, list }: HttpOperation,
  output: unknown,
  { request, response }: { request: Request; response: Response },
): Promise<void> | undefined {
  if (http.output === 'file') return sendFile(output as FileResult, request, response);
  if (output === undefined) {
    response.status(http.status ?? 204).end();
    return undefined;
  }
  const body = list ? listDocument(output as Page<unknown>, request.originalUrl) : { data: output };
  sendJson(response, { status: http.status ?? 200, body });
  return undefined;
}

/** Facts about the request besides its input. They are read on demand, because most operations do not use them. */
class HttpCall implements CallRequest {
  readonly surface = 'http';

  constructor(
    private readonly request: Request,
    private readonly response: Response,
  ) {}

  get id(): string {
    return String(this.response.locals['requestId']);
  }

  get userAgent(): string | undefined {
    return this.request.headers['user-agent'];
  }

  get idempotencyKey(): string | undefined {
    const key = this.request.headers['idempotency-key'];
    // a key that was sent twice is invalid: joining both values makes its check fail
    return Array.isArray(key) ? key.join(', ') : key;
  }

  answerHeader(name: string, value: string): void {
    this.response.setHeader(name, value);
  }
}

/** Limits for anonymous callers of public operations: a sign-in is small, and a search has short lists. */
const STRANGERS_LIMITS = {
  read: { ...JSON_LIMITS, values: 2_000 },
  write: { bytes: 16 * 1024, values: 200 },
} as const;

export interface OperationRouteOptions {
  readonly kernel: Kernel;
  readonly refusals: Refusals;
  readonly publicUrl: string | undefined;
}

export function operationRoute(
  operation: HttpOperation,
  { kernel, refusals, publicUrl }: OperationRouteOptions,
): RequestHandler {
  const { method, body = 'json' } = operation.http;
  const reader = new InputReader(operation);
  const takesJson = body === 'json' && method !== 'GET' && method !== 'DELETE';
  const bodyOptions = ({ kind }: Caller): JsonBodyOptions =>
    kind === 'anonymous'
      ? { limits: STRANGERS_LIMITS[operation.effect], budget: strangersBodies }
      : {};
  return async (request, response) => {
    // before the body is read, so that refused callers cost no more than their headers
    const token = bearerToken(request.headers.authorization);
    const sender = await kernel.admit(operation.id, token);
    await refusals.admit(request, response, sender);
    if (sender.notice !== undefined)
      response.setHeader(NOTICE_HEADER, encodeURIComponent(sender.notice));
    const json = takesJson ? await readJsonBody(request, bodyOptions(sender)) : undefined;
    // checked again: receiving the body may take a minute, during which the token may be revoked
    const caller = json === undefined ? sender : await kernel.admit(operation.id, token);
    const upload = body === 'bytes' ? receiveUpload(request) : undefined;
    const options = {
      caller,
      upload,
      signal: signalOf(response),
      address: clientAddress(request),
      origin: requestOrigin(request, publicUrl),
      request: new HttpCall(request, response),
    };
    const input = reader.read({ params: request.params, query: queryOf(request), body: json });
    const output = await kernel.invoke(operation.id, input, options).catch((error: unknown) => {
      throw reader.asSent(error);
    });
    await answer(operation, output, { request, response });
  };
}
