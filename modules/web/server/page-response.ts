const SECURITY = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'X-Frame-Options': 'DENY',
  // with `no-referrer`, browsers would send the forms of this server's pages with `Origin: null`
  'Referrer-Policy': 'same-origin',
  'Cache-Control': 'no-store',
};

export interface PageResponse {
  readonly status: number;
  /** Text is HTML unless the headers say otherwise. */
  readonly body?: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
}

/** A response for a single browser: it must not be cached, framed or extended by scripts. */
export function pageResponse({ status, body, headers = {}, cookies }: PageResponse): Response {
  const type = typeof body === 'string' && { 'Content-Type': 'text/html; charset=utf-8' };
  const response = new Response(body ?? null, {
    status,
    headers: { ...SECURITY, ...type, ...headers },
  });
  for (const cookie of cookies) response.headers.append('Set-Cookie', cookie);
  return response;
}
