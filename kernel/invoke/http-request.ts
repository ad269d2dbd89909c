import { invalidInput, type Connection } from '../api/index.js';
import type { OperationManifest } from '../manifest/manifest.js';

type Body = NonNullable<RequestInit['body']>;
type Fields = ReadonlyMap<string, unknown>;

/** The arguments of `fetch`. */
export interface HttpRequest {
  readonly url: URL;
  readonly init: RequestInit & { readonly duplex?: 'half' };
}

function segment(field: string, value: unknown): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  // the URL parser would treat these as path traversal, even when they are escaped
  if (text !== '' && text !== '.' && text !== '..') return encodeURIComponent(text);
  const why =
    value === undefined ? 'is missing' : `has "${text}", which cannot stand in an address`;
  const message = `${field} ${why}`;
  throw invalidInput({ what: message }, { issues: [{ field, message }] });
}

function rest(name: string, value: unknown): string {
  const parts = typeof value === 'string' ? value.split('/') : [value];
  return parts.map((part) => segment(name, part)).join('/');
}

/** Fills the path's parameters. Also answers the remaining fields. */
function fillPath(template: string, fields: Fields): { path: string; left: Map<string, unknown> } {
  const left = new Map(fields);
  const path = template.replace(/([:*])(\w+)/g, (_match, kind: string, name: string) => {
    left.delete(name);
    return kind === '*' ? rest(name, fields.get(name)) : segment(name, fields.get(name));
  });
  return { path, left };
}

function queryValue(name: string, value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new TypeError(`Field "${name}" cannot be written into a query.`);
}

function addQuery(
  url: URL,
  fields: Fields,
  names: Readonly<Record<string, string | undefined>>,
): void {
  for (const [name, value] of fields) {
    for (const entry of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (entry !== null) url.searchParams.append(names[name] ?? name, queryValue(name, entry));
    }
  }
}

type Upload = AsyncIterable<Uint8Array> | Uint8Array;

function uploadBody(upload: Upload): Body {
  return ArrayBuffer.isView(upload)
    ? (upload as Uint8Array<ArrayBuffer>)
    : (ReadableStream.from(upload) as Body);
}

function bodyOf(
  kind: 'json' | 'bytes' | 'none',
  fields: Fields,
  upload: Upload | undefined,
): { body?: Body; type?: string } {
  if (kind === 'bytes')
    return { body: uploadBody(upload ?? new Uint8Array()), type: 'application/octet-stream' };
  if (kind === 'json' && fields.size > 0)
    return { body: JSON.stringify(Object.fromEntries(fields)), type: 'application/json' };
  return {};
}

function urlOf(path: string, origin: string): URL {
  const url = new URL(path, origin);
  // the token must not be sent to another origin
  if (url.origin !== new URL(origin).origin)
    throw new Error(`The path "${path}" leads away from ${origin}.`);
  return url;
}

export interface HttpRequestParts {
  readonly operation: OperationManifest;
  readonly input: object;
  readonly connection: Connection;
  readonly upload: Upload | undefined;
  readonly userAgent: string;
  readonly idempotencyKey: string | undefined;
  readonly signal: AbortSignal;
}

/** The HTTP request for a call of an operation: path parameters, then query or JSON body. */
export function httpRequest({
  operation,
  input,
  connection,
  upload,
  userAgent,
  idempotencyKey,
  signal,
}: HttpRequestParts): HttpRequest {
  const { http } = operation;
  if (http === undefined) throw new Error(`Operation "${operation.id}" has no HTTP surface.`);
  const fields = new Map(Object.entries(input).filter(([, value]) => value !== undefined));
  const { path, left } = fillPath(http.path, fields);
  const url = urlOf(path, connection.origin);
  const kind = ['GET', 'DELETE'].includes(http.method) ? 'none' : (http.body ?? 'json');
  if (kind !== 'json') addQuery(url, left, http.query ?? {});
  const { body, type } = bodyOf(kind, left, upload);
  const values = {
    accept: http.output === 'file' ? '*/*' : 'application/json',
    'user-agent': userAgent,
    'content-type': type,
    'idempotency-key': idempotencyKey,
    authorization: connection.token === undefined ? undefined : `Bearer ${connection.token}`,
  };
  const headers = new Headers(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  return {
    url,
    init: {
      method: http.method,
      headers,
      redirect: 'manual',
      signal,
      ...(body === undefined ? {} : { body, duplex: 'half' }),
    },
  };
}
