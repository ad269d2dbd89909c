import { tokenKind } from '../token.js';

/** An `Authorization` header cannot contain a space after its scheme, so a page credential cannot be sent over HTTP. */
const MARK = 'page ';

/** The credential with which pages call operations as the user whose browser holds this token. */
export function pageCredential(token: string): string {
  return MARK + token;
}

/** The token of the browser's session if this is a page credential. */
export function tokenOfPage(credential: string): string | undefined {
  const token = credential.startsWith(MARK) ? credential.slice(MARK.length) : '';
  return tokenKind(token) === 'page' ? token : undefined;
}
