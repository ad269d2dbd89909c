import type { Request } from 'express';
import { isIP } from 'node:net';
import { invalidInput } from 'svc-registry/kernel';

/**
 * Where people reach this server: the address that the operator named, else the one that the request was sent to.
 * What a proxy says about it counts only when the operator trusts that proxy.
 */
export function requestOrigin(request: Request, publicUrl: string | undefined): string {
  if (publicUrl !== undefined) return publicUrl;
  // without a Host header there is none, whatever the type says
  const address = `${request.secure ? 'https' : 'http'}://${(request.host as string | undefined) ?? ''}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.href === `${url?.origin ?? ''}/`) return url.origin;
  throw invalidInput({
    what: 'The request does not say which host it is meant for.',
    hint: 'Send a Host header such as "svc.example.com".',
  });
}

/** The whole address of a request, as people know it. Whatever host the request line names has no say in it. */
export function requestUrl(request: Request, publicUrl: string | undefined): URL {
  const path = request.originalUrl.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?]*/i, '');
  return new URL(requestOrigin(request, publicUrl) + (path.startsWith('/') ? path : `/${path}`));
}

/** Network address that a request came from: the proxy's word counts when the operator trusts it, and when it is an address at all. */
export function clientAddress({ ip = '', socket }: Request): string | undefined {
  const [, bare = ip] = /^\[?([^\]]+?)\]?:\d+$/.exec(ip) ?? [];
  return [ip, bare].find((address) => isIP(address) !== 0) ?? socket.remoteAddress;
}
