import { parsedUrl } from '../../../toolbox/parsed-url.js';

/** The public address of a page of this server; `null` when the server does not know its public address. */
export function publicLink(
  env: Readonly<Record<string, string | undefined>>,
  path: string,
): string | null {
  const origin = parsedUrl(env['SVC_PUBLIC_URL'] ?? '');
  return origin === undefined ? null : new URL(path, origin).href;
}
