import { parse as parseDisposition } from 'content-disposition';
import { serverUnreachable, SvcError, type FileResult, type Page } from '../api/index.js';
import type { OperationManifest } from '../manifest/manifest.js';
import { errorOfProblem } from './http-problem.js';
import { retryAfter } from './retry-after.js';

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

async function json(response: Response): Promise<Fields | undefined> {
  if (!/^application\/(.+\+)?json\b/i.test(response.headers.get('content-type') ?? '')) return undefined;
  const value: unknown = await response.json().catch((error: unknown) => {
    if ((error as Error).name === 'SyntaxError') return undefined;
    throw error;
  });
  return isFields(value) ? value : undefined;
}

function unexpected(url: URL, what: string): Error {
  return serverUnreachable({ url: url.origin, why: what });
}

/** The cursor in a link of a list: `/v1/tiles?page[after]=x` → `x`. */
function cursorOf(link: unknown, base: URL): string | null {
  if (typeof link !== 'string' || !URL.canParse(link, base.href)) return null;
  const query = new URL(link, base).searchParams;
  return query.get('page[after]') ?? query.get('page[before]');
}

function pageOf(body: Fields, url: URL): Page<unknown> | undefined {
  if (!Array.isArray(body['data'])) return undefined;
  const links = isFields(body['links']) ? body['links'] : {};
  return { data: body['data'], next: cursorOf(links['next'], url), prev: cursorOf(links['prev'], url) };
}

async function* chunks(body: ReadableStream<Uint8Array> | null, url: URL): AsyncGenerator<Uint8Array> {
  try {
    if (body !== null) for await (const chunk of body) yield chunk;
  } catch (error) {
    throw serverUnreachable({ url: url.origin, why: 'the connection broke off during the download' }, { cause: error });
  }
}

function filenameOf(header: string | null): string | undefined {
  if (header === null) return undefined;
  try {
    return parseDisposition(header).parameters['filename'];
  } catch {
    return undefined; // a name is a courtesy: a malformed one counts as none
  }
}

function fileOf({ headers, body }: Response, url: URL): FileResult {
  const size = headers.has('content-encoding') ? null : headers.get('content-length');
  const cache = headers.get('cache-control') ?? '';
  return {
    body: chunks(body, url),
    contentType: headers.get('content-type') ?? 'application/octet-stream',
    size: size === null ? undefined : Number(size),
    etag: headers.get('etag')?.replace(/^(W\/)?"(.*)"$/, '$2'),
    filename: filenameOf(headers.get('content-disposition')),
    immutable: cache.includes('immutable'),
    shared: !cache.includes('private'),
  };
}

/** Only these answers mean that the same request may succeed later. */
const BUSY: ReadonlySet<number> = new Set([429, 503]);

async function failure(response: Response, url: URL): Promise<Error> {
  if (response.status < 400) return unexpected(url, `it answered ${response.status} and a redirect is not followed`);
  const problem = await json(response);
  const retryAfterSeconds = BUSY.has(response.status) ? retryAfter(response.headers, new Date()) : undefined;
  const asked = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
  if (problem === undefined) return strangeFailure(response.status, url, asked);
  return errorOfProblem({ ...asked, ...problem }, response.status);
}

/** What stands before a server, such as a proxy, answers in its own words; it may well know when to come again. */
function strangeFailure(status: number, url: URL, details: { readonly retryAfterSeconds?: number }): Error {
  const { code, exit, title, hint, message } = serverUnreachable({
    url: url.origin,
    why: `it answered ${status}, not as a svc server does`,
  });
  const { retryAfterSeconds } = details;
  const told = retryAfterSeconds === undefined ? hint : `It asks to be left alone for ${retryAfterSeconds} s: try again then.`;
  return new SvcError({ code, status: 503, exit, title, message, hint: told, details });
}

/** Reads a server's answer as the operation's handler gave it, or throws the error it stands for. */
export async function readResponse(response: Response, { http, list }: OperationManifest, url: URL): Promise<unknown> {
  if (!response.ok) throw await failure(response, url);
  if (http?.output === 'file') return fileOf(response, url);
  if (response.status === 204) return undefined;
  const body = await json(response);
  const answer = body === undefined ? undefined : list ? pageOf(body, url) : body['data'];
  if (answer === undefined) throw unexpected(url, 'its answer is not what a svc server says');
  return answer;
}
