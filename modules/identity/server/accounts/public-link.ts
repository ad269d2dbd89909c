/** The public address of a page of this server; `null` when the server does not know its public address. */
export function publicLink(
  env: Readonly<Record<string, string | undefined>>,
  path: string,
): string | null {
  const address = env['SVC_PUBLIC_URL'] ?? '';
  return URL.canParse(address) ? new URL(path, address).href : null;
}
