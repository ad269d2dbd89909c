import { foreignForm, notAForm } from '../contract/errors.js';

/** True when another site has caused the request, according to the browser. `none` stands for a typed address, or one opened by a program. */
export function isFromOtherSite({ headers }: Request): boolean {
  return ['cross-site', 'same-site'].includes(headers.get('sec-fetch-site') ?? '');
}

/**
 * True when a page of this server has sent the request, according to the browser. Browsers always state the origin of a form; a request
 * without it does not come from a browser.
 */
export function isOwnRequest({ url, headers }: Request): boolean {
  const [site, origin] = [headers.get('sec-fetch-site'), headers.get('origin')];
  if (site !== null && site !== 'same-origin') return false;
  return origin === null ? site !== null : origin === new URL(url).origin;
}

const isForm = (headers: Headers): boolean =>
  /^application\/x-www-form-urlencoded\s*(;\s*charset=utf-8\s*)?$/i.test(
    headers.get('content-type') ?? '',
  );

/** Reads a form that a page of this server has sent. Throws `foreign_form` for any other, and `not_a_form` for a body that is not a form. */
export async function readForm(request: Request): Promise<URLSearchParams> {
  if (!isOwnRequest(request)) throw foreignForm();
  if (!isForm(request.headers))
    throw notAForm({ what: 'The request body is not of type application/x-www-form-urlencoded.' });
  const form = new URLSearchParams(await request.text());
  // people never type these characters, and databases handle them differently
  if ([...form].flat().some((text) => /[\0\uFFFD]/.test(text)))
    throw notAForm({ what: 'The form contains characters that are not text.' });
  return form;
}

/** What a person has entered into a form. Passwords are never shown again, and a token is worth nothing once its session has ended. */
export const enteredIn = (form: URLSearchParams): readonly (readonly [string, string])[] =>
  [...form].filter(([name]) => name !== 'csrf' && !/password/i.test(name));
