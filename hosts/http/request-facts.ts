import type { Request, Response } from 'express';
import { isIP } from 'node:net';
import { invalidInput } from 'svc-registry/kernel';
import { parsedUrl } from '../../toolbox/parsed-url.js';
import { unsupportedAuthorization } from '../module/contract/errors.js';

/**
 * The public origin of this server: the configured address, else the one that the request was sent to; `undefined` if it names none. A
 * proxy's headers are used only when the operator trusts that proxy.
 */
export function requestOrigin(request: Request, publicUrl: string | undefined): string | undefined {
  if (publicUrl !== undefined) return publicUrl;
  // the host is undefined without a Host header, although express types it as a string
  const address = `${request.secure ? 'https' : 'http'}://${(request.host as string | undefined) ?? ''}`;
  if (address !== latest.address) latest = { address, origin: originOf(address) };
  return latest.origin;
}

/** Nearly all requests name the same host, and parsing it takes a fortieth of a small read. */
let latest: { readonly address: string; readonly origin: string | undefined } = {
  address: '',
  origin: undefined,
};

function originOf(address: string): string | undefined {
  const url = parsedUrl(address);
  return url?.href === `${url?.origin ?? ''}/` ? url.origin : undefined;
}

/** The full public address of a request. A host in the request line is ignored. */
export function requestUrl(request: Request, publicUrl: string | undefined): URL {
  const path = request.originalUrl.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?]*/i, '');
  const origin = requestOrigin(request, publicUrl);
  if (origin === undefined)
    throw invalidInput({
      what: 'The request does not say which host it is meant for.',
      hint: 'Send a Host header such as "svc.example.com".',
    });
  return new URL(origin + (path.startsWith('/') ? path : `/${path}`));
}

/** Network address of the client. A trusted proxy's header is used when it holds a valid address. */
export function clientAddress({ ip = '', socket }: Request): string | undefined {
  const [, bare = ip] = /^\[?([^\]]+?)\]?:\d+$/.exec(ip) ?? [];
  return [ip, bare].find((address) => isIP(address) !== 0) ?? socket.remoteAddress;
}

/** The token of an Authorization header; `undefined` without the header. No other source of tokens is accepted. */
export function bearerToken(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const token = /^Bearer +([\w.~+/=-]+) *$/i.exec(header)?.[1];
  if (token === undefined) throw unsupportedAuthorization();
  return token;
}

/** A signal that aborts when the client disconnects before its response is complete. */
export function signalOf(response: Response): AbortSignal {
  const controller = new AbortController();
  response.on('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}
