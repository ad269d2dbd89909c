import { tokenKind } from '../token.js';

/** No `Authorization` header can hold a blank after its scheme: what pages call operations with cannot come over HTTP. */
const MARK = 'page ';

/** With what pages call operations as the person whose browser holds this token. */
export function pageCredential(token: string): string {
  return MARK + token;
}

/** The token of a browser's session when the credential is that of a page. */
export function tokenOfPage(credential: string): string | undefined {
  const token = credential.startsWith(MARK) ? credential.slice(MARK.length) : '';
  return tokenKind(token) === 'page' ? token : undefined;
}
