import { parsedUrl } from '../../../toolbox/parsed-url.js';

const BASE = 'http://server.invalid';
const MAX_LENGTH = 2000;

/** The path and query in untrusted text; `undefined` when a browser could take the text for an address of another server. */
export function localPath(text: string | null | undefined): string | undefined {
  // browsers drop tabs and line breaks, and read a backslash as a slash
  if (!text || text.length > MAX_LENGTH || !/^\/[^\\\p{Cc}]*$/u.test(text)) return undefined;
  const url = parsedUrl(text, BASE);
  if (url === undefined) return undefined;
  const { origin, pathname, search } = url;
  // `/.//elsewhere` has lost its dot by now
  return origin === BASE && !pathname.startsWith('//') ? pathname + search : undefined;
}
