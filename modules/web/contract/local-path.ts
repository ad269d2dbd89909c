const NOWHERE = 'http://nowhere.invalid';
const MAX_LENGTH = 2000;

/**
 * A path of this server with its query, from text that anybody may have written; `undefined` when a browser could
 * understand it as an address elsewhere.
 */
export function localPath(text: string | null | undefined): string | undefined {
  // browsers drop tabs and line breaks, and read a backslash as a slash
  if (
    !text ||
    text.length > MAX_LENGTH ||
    !/^\/[^\\\p{Cc}]*$/u.test(text) ||
    !URL.canParse(text, NOWHERE)
  )
    return undefined;
  const { origin, pathname, search } = new URL(text, NOWHERE);
  // `/.//elsewhere` has lost its dot by now
  return origin === NOWHERE && !pathname.startsWith('//') ? pathname + search : undefined;
}
