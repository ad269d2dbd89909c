import { request, type RequestOptions } from 'node:http';
import { request as requestTls } from 'node:https';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { outboundFailed, outboundRefused } from '../contract/errors.js';
import { checkedLookup } from './pinned-fetch.js';
import type { Target } from './target.js';

const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');

const portOf = ({ port, protocol }: URL): number =>
  Number(port || (protocol === 'https:' ? 443 : 80));

async function opened(socket: Socket, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const abort = (): void => void socket.destroy(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    socket.once('error', reject).once('connect', () => {
      socket.off('error', reject);
      signal.removeEventListener('abort', abort);
      resolve(socket);
    });
  });
}

/** A connection to the target itself, at an address that was checked. */
export function directConnection(
  { url, exempt }: Target,
  what: string,
  signal: AbortSignal,
): Promise<Socket> {
  const why = 'its name leads to an address that is not of the public internet';
  const lookup = checkedLookup({ refusal: () => outboundRefused({ what, why }) });
  const to = { host: bare(url.hostname), port: portOf(url), autoSelectFamily: true };
  return opened(connect(exempt ? to : { ...to, lookup }), signal);
}

/** A connection through the operator's proxy, which resolves the name itself. */
export async function connectionThroughProxy(
  { url }: Target,
  proxy: URL,
  { what, signal }: { readonly what: string; readonly signal: AbortSignal },
): Promise<Duplex> {
  const credentials = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
  const authorization = `Basic ${Buffer.from(credentials).toString('base64')}`;
  const host = `${url.hostname}:${portOf(url)}`;
  const options: RequestOptions = {
    ...{ host: bare(proxy.hostname), port: portOf(proxy), method: 'CONNECT', path: host },
    headers: { host, ...(proxy.username && { 'proxy-authorization': authorization }) },
  };
  const sent = (proxy.protocol === 'https:' ? requestTls : request)(options);
  return new Promise((resolve, reject) => {
    const abort = (): void => void sent.destroy(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    sent.once('error', reject).once('response', ({ statusCode = 0 }) => {
      reject(outboundFailed({ what, why: `the proxy answers ${statusCode}` }));
      sent.destroy();
    });
    sent.once('connect', ({ statusCode = 0 }, socket, head) => {
      signal.removeEventListener('abort', abort);
      if (statusCode === 200) {
        if (head.length > 0) socket.unshift(head);
        resolve(socket);
        return;
      }
      socket.destroy();
      reject(outboundFailed({ what, why: `the proxy answers ${statusCode}` }));
    });
    sent.end();
  });
}
