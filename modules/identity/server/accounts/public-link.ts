/** Where people reach a page of this server; `null` when it does not know under which address they do. */
export function publicLink(
  env: Readonly<Record<string, string | undefined>>,
  path: string,
): string | null {
  const address = env['SVC_PUBLIC_URL'] ?? '';
  return URL.canParse(address) ? new URL(path, address).href : null;
}
