import { publicLink } from '../accounts/public-link.js';

/** The page where users enter the codes of programs. */
export const DEVICE_PAGE = '/device';

/**
 * The address of the page that programs show to their users. Without SVC_PUBLIC_URL it is a path, which programs
 * resolve against the server they talk to. The request's Host header is not used: a forged one could lead users to
 * another site.
 */
export function pageAddress(
  env: Readonly<Record<string, string | undefined>>,
  path: string,
): string {
  return publicLink(env, path) ?? path;
}
