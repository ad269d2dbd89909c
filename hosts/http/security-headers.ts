import type { RequestHandler } from 'express';
import helmet from 'helmet';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

const fromHelmet = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  },
  // only a proxy in front of this server knows whether the public uses TLS
  strictTransportSecurity: false,
});

/** The headers that helmet would set on every response. They do not depend on the request, so helmet runs only once. */
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
