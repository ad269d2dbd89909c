import { publicLink } from '../accounts/public-link.js';

/** Where people type the codes of programs. */
export const DEVICE_PAGE = '/device';

/**
 * Where programs send people: without SVC_PUBLIC_URL a path, which programs read as an address of the server they talk to. What a request
 * says about the server's name must not lead anybody anywhere.
 */
export function pageAddress(
  env: Readonly<Record<string, string | undefined>>,
  path: string,
): string {
  return publicLink(env, path) ?? path;
}
