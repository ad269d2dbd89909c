import { STATUS_CODES } from 'node:http';
import { isSvcError } from 'svc-registry/kernel';
import { reasonOf } from '../../kernel/invoke/unreachable.js';
import {
  proxyRefused,
  proxySignInRequired,
  proxyUnreachable,
} from '../module/contract/network-errors.js';
import { tlsFailure } from './fetch-failure.js';
import type { Proxy } from './proxy-settings.js';

/** The connection to the proxy itself failed. */
export class ConnectFailure extends Error {
  constructor(override readonly cause: Error) {
    super(cause.message);
  }
}

export interface ProxiedRequest {
  readonly proxy: Proxy;
  readonly target: URL;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The status that the proxy answered instead of opening a tunnel. */
function refusal({ message }: Error): number | undefined {
  const status =
    /^Proxy response \((\d{3})\)/.exec(message)?.[1] ??
    /^Proxy Authentication Required \((407)\)/.exec(message)?.[1];
  return status === undefined ? undefined : Number(status);
}

/** Turns the failure of a request through a proxy into an error for people. */
export function proxyFailure(error: Error, { proxy, target, env }: ProxiedRequest): Error {
  // undici may report the same failure more than once
  if (isSvcError(error)) return error;
  const { origin, variable, authorization } = proxy;
  const facts = { proxy: origin, variable };
  const status = refusal(error);
  if (status === 407)
    return proxySignInRequired({ ...facts, given: authorization !== undefined }, { cause: error });
  if (status !== undefined)
    return proxyRefused(
      { ...facts, target: target.host, answer: `${status} ${STATUS_CODES[status] ?? ''}`.trim() },
      { cause: error },
    );
  if (!(error instanceof ConnectFailure)) return tlsFailure(error, target.origin, env) ?? error;
  const { cause } = error;
  return (
    tlsFailure(cause, origin, env) ??
    proxyUnreachable({ ...facts, why: reasonOf(cause) }, { cause })
  );
}
