import type { Request, RequestHandler, Response } from 'express';
import type { CallRequest, Caller, FileResult, HttpSurface, Page } from 'svc-registry/kernel';
import { NOTICE_HEADER, type Kernel, type OperationManifest } from '../../kernel/index.js';
import { bearerToken } from './bearer.js';
import { sendFile } from './file-answer.js';
import { readJsonBody } from './json-body.js';
import { listDocument } from './list-links.js';
import { InputReader } from './operation-input.js';
import { clientAddress } from './request-origin.js';
import { sendJson } from './send-json.js';
import { signalOf } from './signal-of.js';
import { uploadOf } from './upload.js';

type Surface = HttpSurface<Readonly<Record<string, unknown>>>;

function queryOf({ originalUrl }: Request): string {
  const start = originalUrl.indexOf('?');
  return start === -1 ? '' : originalUrl.slice(start + 1);
}

function answer(
  operation: OperationManifest,
  output: unknown,
  { request, response }: { request: Request; response: Response },
): Promise<void> | undefined {
  const { http, list } = operation;
  if (http?.output === 'file') return sendFile(output as FileResult, request, response);
  if (output === undefined) {
    response.status(http?.status ?? 204).end();
    return undefined;
  }
  const body = list ? listDocument(output as Page<unknown>, request.originalUrl) : { data: output };
  sendJson(response, { status: http?.status ?? 200, body });
  return undefined;
}

/** What the request says besides its input. Most operations have nobody who asks for it: it is read when somebody does. */
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
    // sent twice, it is no key: both values stay to be seen
    return Array.isArray(key) ? key.join(', ') : key;
  }

  answerHeader(name: string, value: string): void {
    this.response.setHeader(name, value);
  }
}

/** Answers requests for one operation. */
export function operationRoute(kernel: Kernel, operation: OperationManifest, { method, body = 'json' }: Surface): RequestHandler {
  const reader = new InputReader(operation);
  const takesJson = body === 'json' && method !== 'GET' && method !== 'DELETE';
  return async (request, response) => {
    const token = bearerToken(request.headers.authorization);
    const parts = { params: request.params, query: queryOf(request), body: takesJson ? await readJsonBody(request, response) : undefined };
    const upload = body === 'bytes' ? uploadOf(request) : undefined;
    const onCaller = ({ notice }: Caller): void => {
      if (notice !== undefined) response.setHeader(NOTICE_HEADER, encodeURIComponent(notice));
    };
    const options = {
      token,
      upload,
      signal: signalOf(response),
      address: clientAddress(request),
      request: new HttpCall(request, response),
      onCaller,
    };
    const output = await kernel.invoke(operation.id, reader.read(parts), options).catch((error: unknown) => {
      throw reader.asSent(error);
    });
    await answer(operation, output, { request, response });
  };
}
