/** Where people type the codes of programs. */
export const DEVICE_PAGE = '/device';

/**
 * Where people find a page. Without SVC_PUBLIC_URL it is a path, which programs read as an address of the server they talk to: what a
 * request says about the server's name must not lead anybody anywhere.
 */
export function pageAddress(env: Readonly<Record<string, string | undefined>>, path: string): string {
  const publicUrl = env['SVC_PUBLIC_URL'];
  return publicUrl === undefined || publicUrl === '' ? path : new URL(path, publicUrl).href;
}
