import type { Duplex } from 'node:stream';
import { hostKey, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { outboundFailed, outboundRefused } from '../contract/errors.js';
import type { Outbound, OutboundHost, OutboundLimits, OutboundRequest } from '../contract/index.js';
import { connectionThroughProxy, directConnection } from './connection.js';
import { outboundFailure } from './failure.js';
import { pinnedFetch } from './pinned-fetch.js';
import { checkedHost, checkedTarget, proxyFor, throughProxy, type Target } from './target.js';

function refuseUnread({ status, headers }: Response, what: string): void {
  if (status >= 300 && status < 400 && status !== 304)
    throw outboundRefused({ what, why: 'it redirects to another address' });
  if ((headers.get('content-encoding') ?? 'identity') !== 'identity')
    throw outboundFailed({ what, why: 'its answer is compressed, which was not asked for' });
}

/** What ends one request early, and what its errors become. */
class RequestLimits {
  private readonly ended = new AbortController();
  private readonly late: AbortSignal;
  readonly signal: AbortSignal;

  constructor(private readonly limits: Omit<OutboundLimits, 'bytes'>) {
    this.late = AbortSignal.timeout(limits.milliseconds);
    const given = limits.signal === undefined ? [] : [limits.signal];
    this.signal = AbortSignal.any([this.ended.signal, this.late, ...given]);
  }

  /** Ends the request and throws what its caller gets for an error. */
  fail(error: unknown): never {
    const { what, milliseconds, signal } = this.limits;
    this.ended.abort();
    if (signal?.aborted === true) throw signal.reason;
    if (!this.late.aborted) throw outboundFailure(error, what);
    throw outboundFailed({ what, why: `it takes longer than ${milliseconds / 1000} s` });
  }

  /** The body as far as the limits allow. */
  bounded(body: ReadableStream<Uint8Array>, bytes: number): ReadableStream<Uint8Array> {
    const { what } = this.limits;
    const reader = body.getReader();
    let left = bytes;
    const pull = async (controller: ReadableStreamDefaultController): Promise<void> => {
      const { done, value } = await reader.read();
      left -= value?.byteLength ?? 0;
      if (left < 0) throw outboundFailed({ what, why: `it has more than ${bytes} bytes` });
      if (done) controller.close();
      else controller.enqueue(value);
    };
    return new ReadableStream({
      pull: (controller) => pull(controller).catch((error: unknown) => this.fail(error)),
      cancel: () => {
        this.ended.abort();
      },
    });
  }
}

@injectable()
export class GuardedOutbound implements Outbound {
  constructor(@inject(hostKey) private readonly host: HostInfo) {}

  async fetch(url: string, request: OutboundRequest, limits: OutboundLimits): Promise<Response> {
    limits.signal?.throwIfAborted();
    const target = checkedTarget(url, limits.what, this.host.env);
    const send = await this.sender(target, limits.what);
    const { method = 'GET', body = null } = request;
    const headers = { ...request.headers, 'accept-encoding': 'identity' };
    const bounds = new RequestLimits(limits);
    try {
      const { signal } = bounds;
      const answer = await send(target.url, { method, headers, body, redirect: 'manual', signal });
      refuseUnread(answer, limits.what);
      return new Response(answer.body && bounds.bounded(answer.body, limits.bytes), answer);
    } catch (error) {
      return bounds.fail(error);
    }
  }

  async read(url: string, limits: OutboundLimits): Promise<Uint8Array> {
    const answer = await this.fetch(url, {}, limits);
    if (answer.ok) return new Uint8Array(await answer.arrayBuffer());
    await answer.body?.cancel();
    throw outboundFailed({ what: limits.what, why: `its server answers ${answer.status}` });
  }

  async connect(to: OutboundHost, limits: Omit<OutboundLimits, 'bytes'>): Promise<Duplex> {
    limits.signal?.throwIfAborted();
    const { what } = limits;
    const target = checkedHost(to, what, this.host.env);
    const proxy = proxyFor(this.host.env, target, what);
    const bounds = new RequestLimits(limits);
    const { signal } = bounds;
    try {
      if (proxy === undefined) return await directConnection(target, what, signal);
      return await connectionThroughProxy(target, proxy, { what, signal });
    } catch (error) {
      return bounds.fail(error);
    }
  }

  private async sender({ url, exempt }: Target, what: string): Promise<typeof fetch> {
    // the operator answers for where an exempt origin and the proxy lead
    if (exempt || throughProxy(this.host.env, url, what)) return this.host.fetch;
    const why = 'its name leads to an address that is not of the public internet';
    return pinnedFetch({ refusal: () => outboundRefused({ what, why }) });
  }
}
