import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { usageError, type HostInfo } from 'svc-registry/kernel';
import { parsedUrl } from '../../../toolbox/parsed-url.js';
import type { ApiCallInput } from '../contract/api-call.js';

/** The request without the token. */
export interface ApiRequest {
  readonly url: URL;
  readonly method: string;
  readonly headers: Headers;
  readonly body: Uint8Array<ArrayBuffer> | undefined;
}

/** Refuses paths that lead to another server, because the token is meant for this one only. */
function urlOf(path: string, origin: string): URL {
  const url = parsedUrl(path, origin);
  if (url?.origin === new URL(origin).origin && url.username === '' && url.password === '')
    return url;
  throw usageError({
    what: `"${path}" is not a path on ${origin}, and svc sends its token to no other server.`,
    hint: 'Give a path such as /v1/workspaces. SVC_URL sets the server.',
  });
}

const WORDS: ReadonlyMap<string, unknown> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
]);

function valueOf(text: string): unknown {
  if (WORDS.has(text)) return WORDS.get(text);
  return /^-?(0|[1-9]\d{0,14})$/.test(text) ? Number(text) : text;
}

function fieldOf(text: string): readonly [string, string] {
  const at = text.indexOf('=');
  if (at < 1) throw usageError({ what: `--field takes <name>=<value>, not "${text}".` });
  return [text.slice(0, at), text.slice(at + 1)];
}

/** Headers that svc sets itself. */
const RESERVED: ReadonlySet<string> = new Set([
  'authorization',
  'cookie',
  'host',
  'content-length',
  'transfer-encoding',
  'connection',
]);

function headersOf(lines: readonly string[]): Headers {
  const headers = new Headers({ accept: 'application/json, */*;q=0.5' });
  for (const line of lines) {
    const [, name = '', value = ''] = /^([\w-]+):[ \t]*([\t\x20-\x7e]*)$/.exec(line) ?? [];
    // the message omits the value, which may be a secret
    if (name === '') throw usageError({ what: '--header takes "<Name>: <value>" in ASCII.' });
    if (RESERVED.has(name.toLowerCase()))
      throw usageError({
        what: `svc itself sets the header ${name}.`,
        hint: 'The token is that of `svc login`, or SVC_TOKEN.',
      });
    headers.set(name, value);
  }
  return headers;
}

async function readBody(file: string, cwd: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return Uint8Array.from(await readFile(resolve(cwd, file)));
  } catch (error) {
    throw usageError(
      {
        what: `--input ${file} cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown'}.`,
      },
      { cause: error },
    );
  }
}

async function bytesOf(
  input: string,
  { cwd, stdin }: RequestOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  if (input !== '-') return readBody(input, cwd);
  const stream = stdin?.();
  if (stream === undefined)
    throw usageError({ what: 'Nothing is piped in.', hint: 'Pipe the body in, or name a file.' });
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Uint8Array.from(Buffer.concat(chunks));
}

interface RequestOptions {
  /** The server's origin. */
  readonly origin: string;
  readonly cwd: string;
  readonly stdin: HostInfo['stdin'] | undefined;
}

/** The body and, where the fields are not in it, the query. */
async function bodyAndQuery(
  call: ApiCallInput,
  method: string,
  options: RequestOptions,
): Promise<{ query: Pairs; body: ApiRequest['body'] }> {
  const fields = (call.field ?? []).map(fieldOf);
  if (call.input !== undefined) return { query: fields, body: await bytesOf(call.input, options) };
  if (method === 'GET' || method === 'DELETE' || fields.length === 0)
    return { query: fields, body: undefined };
  const json = Object.fromEntries(fields.map(([name, value]) => [name, valueOf(value)]));
  return { query: [], body: Uint8Array.from(Buffer.from(JSON.stringify(json))) };
}

type Pairs = readonly (readonly [string, string])[];

/** Builds the request. Throws a usage error for arguments that cannot be sent. */
export async function apiRequest(call: ApiCallInput, options: RequestOptions): Promise<ApiRequest> {
  const { method } = call;
  const url = urlOf(call.path, options.origin);
  const headers = headersOf(call.header ?? []);
  const { query, body } = await bodyAndQuery(call, method, options);
  for (const [name, value] of query) url.searchParams.append(name, value);
  if (body !== undefined && !headers.has('content-type'))
    headers.set('content-type', 'application/json');
  return { url, method, headers, body };
}
