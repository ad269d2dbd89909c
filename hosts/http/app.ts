import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import { internalError, type Log } from 'svc-registry/kernel';
import { serverFilesUnusable, type Kernel, type OperationManifest } from '../../kernel/index.js';
import { noSuchRoute } from '../module/contract/errors.js';
import { metricsRoutes } from './metrics-route.js';
import { operationRoute, type OperationRouteOptions } from './operation-route.js';
import { requestError, sendProblem } from './problem.js';
import { Refusals } from './refusals.js';
import { requestIds, requestLog } from './request-log.js';
import { routedOperations, type HttpOperation } from './route-order.js';
import { routeTable, type Route } from './route-table.js';
import { securityHeaders } from './security-headers.js';
import { rootRoute, systemRoutes, type ServerState } from './system-routes.js';
import { webRoute } from './web-route.js';

export interface AppOptions {
  readonly kernel: Kernel;
  readonly log: Log;
  /** The log for the line of each request; default is `log`. */
  readonly requestLines?: Log;
  readonly version: string;
  readonly state: ServerState;
  /** In the form that express takes: the number of proxies, or their addresses. With `false`, `X-Forwarded-*` headers are ignored. */
  readonly trustProxy: number | string | false;
  readonly publicUrl: string | undefined;
  /** The token that callers need to read the metrics; without it the route does not exist. */
  readonly metricsToken: string | undefined;
}

/** A route for each operation of the server with an HTTP surface. */
function routesOf(
  operations: readonly OperationManifest[],
  answerOf: (operation: HttpOperation) => RequestHandler,
): readonly Route[] {
  return routedOperations(operations).map((operation) => {
    const { method, path } = operation.http;
    return {
      method: method.toLowerCase() as Lowercase<typeof method>,
      path,
      answer: answerOf(operation),
    };
  });
}

function operationRoutes(options: OperationRouteOptions): readonly Route[] {
  const operations = options.kernel.manifests().flatMap((manifest) => manifest.operations);
  return routesOf(operations, (operation) => operationRoute(operation, options));
}

/** The routes of modules that cannot be used; each answers with the reason. */
function unavailableRoutes(kernel: Kernel): readonly Route[] {
  return routesOf(
    kernel.unavailableOperations(),
    ({ id }) =>
      () =>
        kernel.invoke(id, {}),
  );
}

function problems(log: Log, refusals: Refusals): ErrorRequestHandler {
  // express recognises an error handler by its four parameters
  // eslint-disable-next-line no-restricted-syntax, @typescript-eslint/no-unused-vars -- see above
  return async (thrown: unknown, request, response, _next) => {
    const error = await refusals.refused(requestError(thrown, request), request, response);
    const requestId = response.locals['requestId'] as string;
    // what follows from a client that has left is no failure, an answer that breaks off is one
    const failed = !response.destroyed || response.errored !== null;
    if (failed && [internalError, serverFilesUnusable].some((kind) => kind.is(error)))
      log.error({ requestId, err: error.cause ?? thrown }, 'request failed');
    if (response.headersSent) response.destroy();
    else sendProblem(error, request, response);
  };
}

/** The HTTP surface of all operations of the kernel's modules. */
export function createApp(options: AppOptions): Express {
  const { kernel, log, requestLines = log, trustProxy, metricsToken } = options;
  const app = express();
  const refusals = new Refusals(options);
  app
    .disable('x-powered-by')
    .disable('etag')
    .set('query parser', false)
    .set('trust proxy', trustProxy);
  app.enable('strict routing').enable('case sensitive routing');
  app.use(requestIds, requestLog(requestLines), securityHeaders());
  if (metricsToken !== undefined) app.use(metricsRoutes(metricsToken, options));
  app.use(routeTable([...systemRoutes(options), ...operationRoutes({ ...options, refusals })]));
  app.use(webRoute(options));
  app.use(routeTable([rootRoute(options), ...unavailableRoutes(kernel)]));
  app.use((request) => {
    throw noSuchRoute({ method: request.method });
  });
  app.use(problems(log, refusals));
  return app;
}
