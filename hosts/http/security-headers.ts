import type { RequestHandler } from 'express';
import helmet from 'helmet';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

const fromHelmet = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  },
  // whether the public reaches this server by TLS is known to the proxy in front of it
  strictTransportSecurity: false,
});

/** The headers that helmet would set on every answer. They depend on no request, so it is asked once. */
function constantHeaders(): readonly (readonly [string, string])[] {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  fromHelmet(request, response, (error) => {
    if (error !== undefined) throw error as Error;
  });
  return response.getHeaderNames().map((name) => [name, String(response.getHeader(name))]);
}

export function securityHeaders(): RequestHandler {
  const headers = constantHeaders();
  return (_request, response, next) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    next();
  };
}
