import type { Request } from 'express';

/**
 * Where people reach this server: the address that the operator named, else the one that the request was sent to.
 * What a proxy says about it counts only when the operator trusts that proxy.
 */
export function requestOrigin(request: Request, publicUrl: string | undefined): string {
  return publicUrl ?? `${request.protocol}://${request.host}`;
}
