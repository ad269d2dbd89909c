import type { RequestHandler } from 'express';
import { randomUUID } from 'node:crypto';
import type { Log } from 'svc-registry/kernel';

// no underscore, so that a token sent as an id by mistake is not logged
const acceptedId = /^[A-Za-z0-9-]{8,64}$/;

/** Gives every request an id, the client's own if it is acceptable. */
export const requestIds: RequestHandler = (request, response, next) => {
  const sent = request.get('x-request-id');
  const id = sent !== undefined && acceptedId.test(sent) ? sent : randomUUID();
  response.locals['requestId'] = id;
  response.setHeader('X-Request-Id', id);
  next();
};

/** The path of an address without its query, for the log. A token that was put into the path by mistake is cut out. */
export function loggedPath(address: string): string {
  const [path = ''] = address.split('?', 1);
  return path.replace(/\b(svc_[a-z]+_)\w{8,}/gi, '$1…');
}

/** One line per answered request, with the path but without query and headers. Server errors are logged as errors. */
export function requestLog(log: Log): RequestHandler {
  return (request, response, next) => {
    const start = performance.now();
    response.on('close', () => {
      const path = loggedPath(request.originalUrl);
      const ms = Math.round((performance.now() - start) * 10) / 10;
      const aborted = response.writableFinished ? {} : { aborted: true };
      const level = response.statusCode >= 500 ? 'error' : 'info';
      log[level](
        {
          requestId: response.locals['requestId'] as string,
          method: request.method,
          path,
          status: response.statusCode,
          ms,
          ...aborted,
        },
        'request',
      );
    });
    next();
  };
}
