import type { Duplex } from 'node:stream';
import { serviceKey } from 'svc-registry/kernel';

export { outboundFailed, outboundRefused } from './errors.js';

export interface OutboundLimits {
  /** What errors call the address, such as ``The schema of slot `region` ``. They do not repeat the address itself. */
  readonly what: string;
  /** The largest body, in bytes. */
  readonly bytes: number;
  /** Time from the call to the last byte of the body, in milliseconds. */
  readonly milliseconds: number;
  /** Ends the request early; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** A request, described as for `fetch`. */
export interface OutboundRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | Uint8Array | undefined;
}

/** A host to connect to. */
export interface OutboundHost {
  /** A name, or an IP address without brackets. */
  readonly host: string;
  /** Any; the caller decides which ports may be used. */
  readonly port: number;
}

/**
 * Requests to addresses that somebody else wrote: a user, a plugin, another host. Only public addresses are reached, by https on port 443
 * and at the address that was checked; origins that the operator allows (SVC_OUTBOUND_ALLOW) are exempt. Redirects and compressed bodies
 * are refused. For servers that the operator or the person at the terminal names, use `HostInfo.fetch` instead.
 */
export interface Outbound {
  /**
   * Answers when the headers have arrived, whatever the status. The limits hold for the body too, which rejects while it is read.
   * Fails with `outbound_refused` or `outbound_failed`.
   */
  fetch(url: string, request: OutboundRequest, limits: OutboundLimits): Promise<Response>;
  /** The whole body of a GET; any status but 2xx is `outbound_failed`. */
  read(url: string, limits: OutboundLimits): Promise<Uint8Array>;
  /**
   * A connection for a caller that passes on what somebody else sends, such as a proxy: to a public address that was checked, to a host of an
   * allowed origin, or through the operator's proxy. `milliseconds` are those until it is open.
   */
  connect(to: OutboundHost, limits: Omit<OutboundLimits, 'bytes'>): Promise<Duplex>;
}

export const outboundKey = serviceKey<Outbound>('outbound.outbound');
