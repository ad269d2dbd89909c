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
  readonly html?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
}

/** A response for a single browser: it must not be cached, framed or extended by scripts. */
export function pageResponse({ status, html, headers = {}, cookies }: PageResponse): Response {
  const type = html === undefined ? undefined : { 'Content-Type': 'text/html; charset=utf-8' };
  const response = new Response(html ?? null, {
    status,
    headers: { ...SECURITY, ...type, ...headers },
  });
  for (const cookie of cookies) response.headers.append('Set-Cookie', cookie);
  return response;
}
