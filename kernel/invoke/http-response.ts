import { parsedUrl } from '../../toolbox/parsed-url.js';
import { isRecord, type Fields } from '../../toolbox/type-guards.js';
import { serverUnreachable, SvcError, type FileResult, type Page } from '../api/index.js';
import type { OperationManifest } from '../manifest/manifest.js';
import { errorOfProblem } from './http-problem.js';
import { retryAfter } from '../../toolbox/retry-after.js';

/** The most bytes of a JSON document: an endless answer would use up all memory. */
const LONGEST_ANSWER = 8 * 1024 * 1024;

async function textOf({ body }: Response, url: URL): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > LONGEST_ANSWER) throw unexpected(url, 'its answer is longer than 8 MB');
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

const isJson = ({ headers }: Response): boolean =>
  /^application\/(.+\+)?json\b/i.test(headers.get('content-type') ?? '');

async function json(response: Response, url: URL): Promise<Fields | undefined> {
  if (!isJson(response)) {
    await response.body?.cancel();
    return undefined;
  }
  const text = await textOf(response, url);
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The JSON document of a response, as `value`, which is `undefined` for an empty body. Answers `undefined`, and leaves the body unread, when
 * the content type is not JSON.
 */
export async function jsonOf(
  response: Response,
  url: URL,
): Promise<{ readonly value: unknown } | undefined> {
  if (response.status === 204) return { value: undefined };
  if (!isJson(response)) return undefined;
  const text = await textOf(response, url);
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    throw serverUnreachable(
      { url: url.origin, why: 'its answer is not valid JSON, although it says so' },
      { cause: error },
    );
  }
}

function unexpected(url: URL, what: string): Error {
  return serverUnreachable({ url: url.origin, why: what });
}

/** The cursor in a link of a list: `/v1/tiles?page[after]=x` → `x`. */
function cursorOf(link: unknown, base: URL): string | null {
  const query = typeof link === 'string' ? parsedUrl(link, base)?.searchParams : undefined;
  return query?.get('page[after]') ?? query?.get('page[before]') ?? null;
}

function pageOf(body: Fields, url: URL): Page<unknown> | undefined {
  if (!Array.isArray(body['data'])) return undefined;
  const links = isRecord(body['links']) ? body['links'] : {};
  const page = {
    data: body['data'],
    next: cursorOf(links['next'], url),
    prev: cursorOf(links['prev'], url),
  };
  // the count is not needed: it is the length of `data`
  const meta = Object.entries(isRecord(body['meta']) ? body['meta'] : {}).filter(
    ([name]) => name !== 'count',
  );
  return meta.length === 0 ? page : { ...page, meta: Object.fromEntries(meta) };
}

async function* chunks(
  body: ReadableStream<Uint8Array> | null,
  url: URL,
): AsyncGenerator<Uint8Array> {
  try {
    if (body !== null) for await (const chunk of body) yield chunk;
  } catch (error) {
    throw serverUnreachable(
      { url: url.origin, why: 'the connection broke off during the download' },
      { cause: error },
    );
  }
}

async function filenameOf(header: string | null): Promise<string | undefined> {
  if (header === null) return undefined;
  // imported here, because only file responses have this header
  const { parse } = await import('content-disposition');
  try {
    return parse(header).parameters['filename'];
  } catch {
    return undefined; // the name is optional, so a malformed one is ignored
  }
}

/** The response as a file result, with its body unread. */
export async function fileOf({ headers, body }: Response, url: URL): Promise<FileResult> {
  const size = headers.has('content-encoding') ? null : headers.get('content-length');
  const cache = headers.get('cache-control') ?? '';
  return {
    body: chunks(body, url),
    contentType: headers.get('content-type') ?? 'application/octet-stream',
    size: size === null ? undefined : Number(size),
    etag: headers.get('etag')?.replace(/^(W\/)?"(.*)"$/, '$2'),
    filename: await filenameOf(headers.get('content-disposition')),
    immutable: cache.includes('immutable'),
    shared: !cache.includes('private'),
  };
}

/** Only these answers mean that the same request may succeed later. */
const BUSY: ReadonlySet<number> = new Set([429, 503]);

/** The error for an unsuccessful response. */
export async function failureOf(response: Response, url: URL): Promise<Error> {
  if (response.status < 400) {
    await response.body?.cancel();
    return unexpected(url, `it answered ${response.status} and a redirect is not followed`);
  }
  const problem = await json(response, url);
  const retryAfterSeconds = BUSY.has(response.status)
    ? retryAfter(response.headers, new Date())
    : undefined;
  const asked = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
  if (problem === undefined) return strangeFailure(response.status, url, asked);
  return errorOfProblem({ ...asked, ...problem }, response.status);
}

/** The error for a response in another format, as from a proxy in front of the server, possibly with a time to retry. */
function strangeFailure(
  status: number,
  url: URL,
  details: { readonly retryAfterSeconds?: number },
): Error {
  const { code, exit, title, hint, message } = serverUnreachable({
    url: url.origin,
    why: `it answered ${status}, not as a svc server does`,
  });
  const { retryAfterSeconds } = details;
  const wait =
    retryAfterSeconds === undefined
      ? hint
      : `It is limiting requests: try again in ${retryAfterSeconds} s.`;
  return new SvcError({ code, status: 503, exit, title, message, hint: wait, details });
}

/** Turns a server's response into the handler's result, or throws the error that it describes. */
export async function readResponse(
  response: Response,
  { http, list }: OperationManifest,
  url: URL,
): Promise<unknown> {
  if (!response.ok) throw await failureOf(response, url);
  if (http?.output === 'file') return fileOf(response, url);
  if (response.status === 204) return undefined;
  const body = await json(response, url);
  const answer = body === undefined ? undefined : list ? pageOf(body, url) : body['data'];
  if (answer === undefined) throw unexpected(url, 'its answer is not what a svc server says');
  return answer;
}
