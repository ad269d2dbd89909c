import { cancelled, isSvcError, type HostInfo } from 'svc-registry/kernel';
import { parsedUrl } from '../../../../../toolbox/parsed-url.js';
import { downloadFailed, downloadUnavailable } from '../../../contract/package-errors.js';
import { addressProblem, isLoopback } from '../../resolve/package-source.js';

/** What one download may do. */
export interface Download {
  /** Names the source in errors. */
  readonly source: string;
  readonly url: string;
  /** The largest body, in bytes. */
  readonly most: number;
  readonly accept?: string;
}

export interface DownloadContext {
  readonly fetch: HostInfo['fetch'];
  readonly signal: AbortSignal;
}

const MAX_REDIRECTS = 5;
const IDLE_MS = 30_000;

/**
 * Fetches a file, without credentials. The address was written by somebody else: each redirect has to lead to https again, and from a host that
 * is not this machine never to this machine. Throws `download_unavailable` and `download_failed`.
 */
export async function download(wanted: Download, context: DownloadContext): Promise<Buffer> {
  const fail = (why: string, cause?: unknown): Error =>
    downloadFailed({ source: wanted.source, url: shownUrl(wanted.url), why }, { cause });
  let { url } = wanted;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const idle = new IdleLimit(context.signal);
    try {
      const response = await ask(url, wanted, { ...context, signal: idle.signal });
      const next = redirectOf(response);
      if (next === undefined) return await bodyOf(response, { wanted, idle, fail });
      await response.body?.cancel();
      url = allowedRedirect(url, next, fail);
    } catch (error) {
      if (context.signal.aborted) throw cancelled({ what: 'The download' }, { cause: error });
      if (idle.isOver) throw fail(`no data was received for ${IDLE_MS / 1000} s`, error);
      if (isSvcError(error)) throw error;
      throw fail(reasonOf(error), error);
    } finally {
      idle.end();
    }
  }
  throw fail(`it redirects more than ${MAX_REDIRECTS} times`);
}

/** An address in messages, without what may be a secret. */
function shownUrl(url: string): string {
  return url.replace(/[?#].*$/, '');
}

function ask(
  url: string,
  { accept }: Download,
  { fetch, signal }: DownloadContext,
): Promise<Response> {
  return fetch(url, {
    redirect: 'manual',
    signal,
    headers: accept === undefined ? {} : { accept },
  });
}

function redirectOf({ status, headers }: Response): string | undefined {
  return status >= 300 && status < 400 ? (headers.get('location') ?? undefined) : undefined;
}

function allowedRedirect(from: string, location: string, fail: (why: string) => Error): string {
  const to = parsedUrl(location, from);
  const problem = to === undefined ? 'it is not an address' : addressProblem(to.href);
  if (to === undefined || problem !== undefined)
    throw fail(`it redirects to an address that is not fetched from: ${problem ?? ''}`);
  if (isLoopback(to) && !isLoopback(new URL(from)))
    throw fail('it redirects to an address of this machine');
  return to.href;
}

interface Body {
  readonly wanted: Download;
  readonly idle: IdleLimit;
  readonly fail: (why: string) => Error;
}

async function bodyOf(response: Response, { wanted, idle, fail }: Body): Promise<Buffer> {
  const { source, url, most } = wanted;
  const { status, body } = response;
  if ([401, 403, 404, 410].includes(status))
    throw downloadUnavailable({ source, url: shownUrl(url), status });
  if (!response.ok || body === null) throw fail(`it answers with status ${status}`);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    idle.refresh();
    size += chunk.length;
    if (size > most) throw fail(`it has more than ${most} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Ends a request for which nothing comes any more, or whose command was cancelled. */
class IdleLimit {
  private readonly controller = new AbortController();
  private readonly timer = setTimeout(() => {
    this.isOver = true;
    this.controller.abort();
  }, IDLE_MS);
  readonly signal: AbortSignal;
  isOver = false;

  constructor(outer: AbortSignal) {
    this.signal = AbortSignal.any([outer, this.controller.signal]);
  }

  refresh(): void {
    this.timer.refresh();
  }

  end(): void {
    clearTimeout(this.timer);
  }
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { code?: string } };
  return cause?.code ?? message ?? 'the connection failed';
}
