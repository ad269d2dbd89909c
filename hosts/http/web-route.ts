import type {
  Request as ExpressRequest,
  RequestHandler,
  Response as ExpressResponse,
} from 'express';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  buildExtension,
  webHandlersPoint,
  type WebExchange,
  type WebHandler,
} from 'svc-registry/kernel';
import { contained, type Containment } from './contained.js';
import { readFormBody } from './json-body.js';
import { clientAddress, requestUrl, signalOf } from './request-facts.js';

interface Sides {
  readonly request: ExpressRequest;
  readonly response: ExpressResponse;
}

const ANSWERED: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST']);

async function webRequest(
  { request, response }: Sides,
  publicUrl: string | undefined,
): Promise<Request> {
  const isForm =
    request.method === 'POST' && request.is('application/x-www-form-urlencoded') !== false;
  const body = isForm ? await readFormBody(request) : undefined;
  const headers = Object.entries(request.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  const { method } = request;
  const url = requestUrl(request, publicUrl);
  return new Request(url, {
    method,
    headers,
    signal: signalOf(response),
    ...(body !== undefined && { body: new Uint8Array(body) }),
  });
}

async function send(answer: Response, { request, response }: Sides): Promise<void> {
  response.status(answer.status);
  for (const [name, value] of answer.headers)
    if (name !== 'set-cookie') response.setHeader(name, value);
  const cookies = answer.headers.getSetCookie();
  if (cookies.length > 0) response.setHeader('set-cookie', cookies);
  if (answer.body === null || request.method === 'HEAD') response.end();
  else await pipeline(Readable.fromWeb(answer.body), response);
}

/** Passes a request to the modules with handlers of their own; when none of them knows the address, the next route is tried. */
export function webRoute(parts: Containment, publicUrl: string | undefined): RequestHandler {
  const { kernel } = parts;
  const loading = Promise.all(
    kernel.extensions
      .of(webHandlersPoint)
      .map((extension) => contained(parts, extension, () => buildExtension<WebHandler>(extension))),
  );
  loading.catch(() => undefined); // each request reports the failure
  return async (request, response, next) => {
    const handlers = (await loading).filter((handler) => handler !== undefined);
    if (handlers.length === 0 || !ANSWERED.has(request.method)) {
      next();
      return;
    }
    const sides = { request, response };
    const address = clientAddress(request);
    const web = await webRequest(sides, publicUrl);
    const requestId = String(response.locals['requestId']);
    const through = {
      surface: 'page',
      id: requestId,
      userAgent: request.headers['user-agent'],
    } as const;
    const invokeAs: WebExchange['invokeAs'] = (token) => (operation, input, options) =>
      kernel.invoke(operation, input, {
        signal: web.signal,
        ...options,
        token,
        address,
        request: through,
      });
    for (const handler of handlers) {
      const answer = await handler.handle({ request: web, requestId, address, invokeAs });
      if (answer !== undefined) return send(answer, sides);
    }
    next();
  };
}
