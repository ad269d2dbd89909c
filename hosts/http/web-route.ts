import type { RequestHandler } from 'express';
import { setMaxListeners } from 'node:events';
import {
  buildExtension,
  webHandlersPoint,
  type WebExchange,
  type WebHandler,
} from 'svc-registry/kernel';
import { contained, type Containment } from './contained.js';
import { clientAddress, requestOrigin, signalOf } from './request-facts.js';
import type { ServerState } from './system-routes.js';
import { sendAnswer } from './web-answer.js';
import { WebRequest } from './web-request.js';

/** A contributed handler, and which requests it gets. */
interface Entry {
  readonly handler: WebHandler;
  readonly methods: ReadonlySet<string>;
  readonly bodyBytes: number | undefined;
}

const METHODS = ['GET', 'HEAD', 'POST'] as const;

export interface WebRouteOptions extends Containment {
  readonly publicUrl: string | undefined;
  readonly state: ServerState;
}

async function entries(parts: Containment): Promise<readonly Entry[]> {
  const built = parts.kernel.extensions.of(webHandlersPoint).map(async (extension) => {
    const handler = await contained(parts, extension, () => buildExtension(extension));
    if (handler === undefined) return [];
    const { methods = METHODS, bodyBytes } = extension.data;
    return [{ handler, methods: new Set<string>(methods), bodyBytes }];
  });
  return (await Promise.all(built)).flat();
}

/** Passes a request to the modules with handlers of their own; when none of them knows the address, the next route is tried. */
export function webRoute(options: WebRouteOptions): RequestHandler {
  const { kernel, publicUrl, state } = options;
  const loading = entries(options);
  loading.catch(() => undefined); // each request reports the failure
  // one for each open stream
  setMaxListeners(0, state.stopping);
  return async (request, response, next) => {
    const handlers = (await loading).filter(({ methods }) => methods.has(request.method));
    if (handlers.length === 0) {
      next();
      return;
    }
    const closed = signalOf(response);
    const [address, origin] = [clientAddress(request), requestOrigin(request, publicUrl)];
    const requestId = String(response.locals['requestId']);
    const through = {
      surface: 'page',
      id: requestId,
      userAgent: request.headers['user-agent'],
    } as const;
    const invokeAs: WebExchange['invokeAs'] =
      (token, idempotencyKey) => (operation, input, options) =>
        kernel.invoke(operation, input, {
          signal: closed,
          ...options,
          token,
          address,
          origin,
          request: { ...through, idempotencyKey },
        });
    for (const { handler, bodyBytes } of handlers) {
      const web = new WebRequest(request, { publicUrl, signal: closed, bodyBytes });
      const answering = async (): Promise<Response | undefined> =>
        handler.handle({ request: web.request, requestId, address, invokeAs });
      const answer = await answering().finally(() => {
        if (web.bodyError !== undefined) throw web.bodyError;
      });
      if (answer !== undefined)
        return sendAnswer(answer, { request, response }, { closed, stopping: state.stopping });
    }
    next();
  };
}
